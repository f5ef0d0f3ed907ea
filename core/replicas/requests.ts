/** Runs that are asked for at an instance that stands by: the one that syncs hears of them. */
import { randomUUID } from 'node:crypto';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import { HeldConnection, type Holder, type HoldOptions } from '../cache/held-connection.js';
import { isPostgres, run } from '../cache/sql.js';
import { silentLog } from '../ground/log.js';
import { systemClock } from '../time/clock.js';

const CHANNEL = 'sidelight_runs';
/** Whoever asked goes on then, whether or not the run has ended: its rows come when they come. */
const PATIENCE_MS = 20_000;

export interface Runs {
  /** Runs these tasks; resolves when they have ended. */
  runNow(source: string, tasks: readonly string[]): Promise<void>;
}

export interface RunRequests extends Runs {
  stop(): Promise<void>;
}

/** Asks every instance to read its config again: each has one of its own, and its log says what came of it. */
export const askAllToReload = (db: Knex): Promise<void> =>
  run(db, 'SELECT pg_notify(?, ?)', [CHANNEL, JSON.stringify({ reload: true } satisfies Message)]);

/** A request and, when its runs have ended, its answer. Told twice it is one run, or one more: nothing is done twice at once. */
type Message =
  | { readonly ask: string; readonly source: string; readonly tasks: readonly string[] }
  | { readonly done: string }
  | { readonly reload: true };

/** @param here what runs them where this instance leads */
export async function openRunRequests(
  db: Knex,
  here: Runs & { leading(): boolean; reload(): Promise<void> },
  { clock = systemClock, log = silentLog }: HoldOptions,
): Promise<RunRequests> {
  const waiting = new Map<string, () => void>();
  const tell = (message: Message): Promise<void> =>
    run(db, 'SELECT pg_notify(?, ?)', [CHANNEL, JSON.stringify(message)]);
  const take = async (message: Message): Promise<void> => {
    if ('done' in message) return waiting.get(message.done)?.();
    if ('reload' in message) return here.reload();
    if (!here.leading()) return;
    await here.runNow(message.source, message.tasks);
    await tell({ done: message.ask });
  };
  const holder: Holder = {
    async opened(client) {
      client.on('notification', ({ channel, payload }) => {
        if (channel !== CHANNEL) return;
        take(JSON.parse(payload ?? '{}') as Message).catch((error: unknown) =>
          log.warn('a run requested by another instance failed', { error: messageOf(error) }),
        );
      });
      await client.query(`LISTEN ${CHANNEL}`);
    },
    lost: () => undefined,
  };
  const connection = await HeldConnection.join(db, holder, { clock, log });
  return {
    async runNow(source, tasks) {
      if (!isPostgres(db)) return;
      const ask = randomUUID();
      const ended = new Promise<void>((resolve) => waiting.set(ask, resolve));
      const cancel = clock.after(PATIENCE_MS, () => waiting.get(ask)?.());
      try {
        await tell({ ask, source, tasks });
        await ended;
      } finally {
        cancel();
        waiting.delete(ask);
      }
    },
    async stop() {
      for (const resolve of waiting.values()) resolve();
      await connection?.leave(holder);
    },
  };
}
