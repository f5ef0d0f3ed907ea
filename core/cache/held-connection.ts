/**
 * The one connection to PostgreSQL that a process has beside its pool, and that comes back when it breaks: for the lease and for
 * notifications, which a pool loses.
 */
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import type pg from 'pg';
import { type Log, silentLog } from '../ground/log.js';
import { type Clock, systemClock } from '../time/clock.js';
import { clientTo, dropConnection, dropConnections, locationOf } from './database.js';

const RETRY_MS = 2_000;
/** What has not answered by then does not: the next connection may. */
const ANSWER_MS = 4_000;
/** As the driver calls it when a query, or the greeting of a server, did not come in time. */
const SILENCE: ReadonlySet<string> = new Set(['Query read timeout', 'timeout expired']);
const SILENCES = 2;
/** A server notices within that time that this process is out of reach, and lets go of what it held. */
const KEEPALIVE = 'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 2';

export interface HoldOptions {
  readonly clock?: Clock;
  readonly log?: Log;
}

export interface Holder {
  /** Each time that there is a connection. When it rejects, the connection is given up and tried again. */
  opened(client: pg.Client, connection: HeldConnection): Promise<void>;
  /** The connection broke. */
  lost(): void;
}

const SHARED = new WeakMap<object, HeldConnection>();

export class HeldConnection {
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly holders = new Set<Holder>();
  private client: pg.Client | null = null;
  /** Everything that the client has been used for so far, in turn. */
  private opening: Promise<void> = Promise.resolve();
  private cancelRetry: () => void = () => undefined;
  private stopped = false;
  /** Of an outage, once. */
  private isTold = false;
  /** How many connections in a row did not answer in time. */
  private silences = 0;

  private constructor(
    private readonly db: Knex,
    private readonly url: string,
    { clock = systemClock, log = silentLog }: HoldOptions,
  ) {
    this.clock = clock;
    this.log = log;
  }

  /**
   * Holders of one database share a connection. Resolves after the first try, which may have failed: then there are more.
   * @returns null where the database is no PostgreSQL
   */
  static async join(db: Knex, holder: Holder, options: HoldOptions = {}): Promise<HeldConnection | null> {
    const location = locationOf(db);
    if (location?.kind !== 'postgres') return null;
    const held = SHARED.get(db);
    if (held === undefined || held.stopped) {
      const connection = new HeldConnection(db, location.url, options);
      SHARED.set(db, connection);
      connection.holders.add(holder);
      await connection.connect();
      return connection;
    }
    held.holders.add(holder);
    await held.greet([holder]);
    return held;
  }

  /** The last one to leave ends it. */
  async leave(holder: Holder): Promise<void> {
    this.holders.delete(holder);
    if (this.holders.size > 0) return;
    this.stopped = true;
    this.cancelRetry();
    const client = this.client;
    this.client = null;
    if (client !== null) await this.end(client);
  }

  /** A holder found that it does not answer. */
  giveUp(client: pg.Client, error: unknown): void {
    this.broke(client, error);
  }

  private async connect(): Promise<void> {
    const client = await clientTo(this.url, ANSWER_MS);
    if (this.stopped) return;
    this.client = client;
    client.on('error', (error) => this.broke(client, error));
    client.on('end', () => this.broke(client, new Error('the connection ended')));
    this.opening = client
      .connect()
      .then(() => client.query(KEEPALIVE))
      .then(() => undefined);
    await this.greet([...this.holders]);
  }

  private async greet(holders: readonly Holder[]): Promise<void> {
    const { client } = this;
    if (client === null) return;
    this.opening = this.opening.then(async () => {
      for (const holder of holders) if (this.client === client) await holder.opened(client, this);
    });
    await this.opening.then(
      () => {
        this.isTold = false;
        this.silences = 0;
      },
      (error: unknown) => this.broke(client, error),
    );
  }

  private broke(client: pg.Client, error: unknown): void {
    if (this.client !== client || this.stopped) return;
    this.client = null;
    const level = this.isTold ? 'debug' : 'warn';
    this.log[level]('lost a connection to PostgreSQL, trying again', { error: messageOf(error) });
    this.isTold = true;
    const isSilent = SILENCE.has(messageOf(error));
    this.silences = isSilent ? this.silences + 1 : 0;
    // One may have waited for a lock, or for a busy disk; when the next is silent too, those of the pool are as well.
    if (this.silences >= SILENCES) dropConnections(this.db);
    void this.end(client);
    for (const holder of this.holders) holder.lost();
    this.cancelRetry = this.clock.after(this.silences === 1 ? 0 : RETRY_MS, () => void this.connect());
  }

  /** A server that is out of reach answers no goodbye. */
  private async end(client: pg.Client): Promise<void> {
    const cancel = systemClock.after(ANSWER_MS, () => dropConnection(client));
    try {
      await client.end();
    } catch (error) {
      this.log.debug('a broken connection did not end', { error: messageOf(error) });
    } finally {
      cancel();
    }
  }
}
