/** How instances on one PostgreSQL tell each other of commits, so that hearing of one asks the database as little as possible. */
import { randomUUID } from 'node:crypto';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import { type Log, silentLog } from '../ground/log.js';
import { type Clock, systemClock } from '../time/clock.js';
import { HeldConnection, type Holder, type HoldOptions } from './held-connection.js';
import type { FreshRun } from './owed.js';
import { isPostgres, run } from './sql.js';

const CHANNEL = 'sidelight_commits';
/** PostgreSQL refuses longer ones than 8,000 bytes. */
const LONGEST = 7_900;

export interface News {
  /** Ports whose rows changed; null: any may have, and their tables too. */
  readonly changed: readonly string[] | null;
  /** Their tables have changed. */
  readonly remade?: boolean;
  /** What left ports fresh. */
  readonly fresh: readonly FreshRun[];
}

export const newsOf = (runs: readonly FreshRun[], changed: Iterable<string> = []): News => ({
  changed: [...changed],
  fresh: runs,
});

export const ANYTHING: News = { changed: null, fresh: [] };

/** As it is sent: [port, source, task, at]. */
type Run = readonly [string, string, string, string];

interface Message {
  readonly from: string;
  readonly changed: readonly string[] | null;
  readonly remade?: boolean;
  /** A version before this one sends none. */
  readonly runs?: readonly Run[];
  /** For such a version: it reads itself what these ports are. */
  readonly fresh: readonly string[];
}

/** So soon the others hear that a run found nothing new. */
const FRESH_MS = 5_000;

export class Notifications {
  private readonly self = randomUUID();
  private readonly clock: Clock;
  private readonly log: Log;
  private connection: HeldConnection | null = null;
  private holder: Holder | null = null;
  private cancelFresh: (() => void) | null = null;

  constructor(
    private readonly db: Knex,
    { clock = systemClock, log = silentLog }: HoldOptions,
  ) {
    this.clock = clock;
    this.log = log;
  }

  /** @param list what is fresh and not told by then */
  tellFresh(list: () => readonly FreshRun[]): void {
    if (!isPostgres(this.db)) return;
    this.cancelFresh ??= this.clock.after(FRESH_MS, () => {
      this.cancelFresh = null;
      // What is not told goes with the next commit.
      this.tell(this.db, newsOf(list())).catch((error: unknown) =>
        this.log.debug('the others do not know yet how fresh data is', { error: messageOf(error) }),
      );
    });
  }

  /** Told to the others when the transaction commits. */
  async tell(trx: Knex, news: News): Promise<void> {
    if (!isPostgres(trx)) return;
    for (const text of this.messagesOf(news)) await run(trx, 'SELECT pg_notify(?, ?)', [CHANNEL, text]);
  }

  /** `hear` is called for each commit of another instance, and after each gap in which one may have been missed. */
  async listen(hear: (news: News) => void, options: HoldOptions): Promise<void> {
    const holder: Holder = {
      opened: async (client) => {
        client.on('notification', ({ channel, payload }) => {
          if (channel !== CHANNEL) return;
          const { from, changed, remade = false, runs } = JSON.parse(payload ?? '{}') as Message;
          if (from === this.self) return;
          if (runs === undefined) hear(ANYTHING);
          else hear({ changed, remade, fresh: runs.map(([port, source, task, at]) => ({ port, source, task, at })) });
        });
        await client.query(`LISTEN ${CHANNEL}`);
        hear(ANYTHING);
      },
      lost: () => undefined,
    };
    this.holder = holder;
    this.connection = await HeldConnection.join(this.db, holder, options);
  }

  async stop(): Promise<void> {
    this.cancelFresh?.();
    if (this.holder !== null) await this.connection?.leave(this.holder);
  }

  /** As many as their length demands; where the ports alone are too many, it may be any. */
  private messagesOf({ changed, remade, fresh }: News): readonly string[] {
    const textOf = (ports: readonly string[] | null, runs: readonly Run[]): string =>
      JSON.stringify({
        from: this.self,
        changed: ports,
        ...(remade === true ? { remade } : {}),
        runs,
        fresh: [],
      } satisfies Message);
    if (changed === null || Buffer.byteLength(textOf(changed, [])) > LONGEST) return [textOf(null, [])];
    const texts: string[] = [];
    let ports = changed;
    let runs: readonly Run[] = [];
    for (const { port, source, task, at } of fresh) {
      const more = [...runs, [port, source, task, at] as const];
      if (Buffer.byteLength(textOf(ports, more)) <= LONGEST) runs = more;
      else {
        texts.push(textOf(ports, runs));
        ports = [];
        runs = more.slice(-1);
      }
    }
    return [...texts, textOf(ports, runs)];
  }
}
