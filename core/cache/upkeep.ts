/** What commands did to stored sources beside a running daemon: kept in the database, so that every instance hears of it. */
import type { Knex } from 'knex';
import { CodedError } from '../ground/errors.js';
import { all, run } from './sql.js';

/** A source that was forgotten, has got another id, or whose history was changed. */
export interface Upkeep {
  /** Counts on by one. */
  readonly n: number;
  readonly source: string;
  /** Its id from now on, the same where its history was changed; not given: it was forgotten. */
  readonly to?: string;
}

const NAME = 'cache.upkeep';
/** An instance that missed more has not asked for days. */
const KEPT = 50;

/** The latest, oldest first. */
export async function readUpkeep(db: Knex): Promise<readonly Upkeep[]> {
  const [row] = await all<{ value: string }>(db, 'SELECT value FROM meta WHERE name = ?', [NAME]);
  return row === undefined ? [] : (JSON.parse(row.value) as Upkeep[]);
}

/** Inside of the transaction that does it. Returns its number. */
export async function noteUpkeep(trx: Knex, what: Omit<Upkeep, 'n'>): Promise<number> {
  const before = await readUpkeep(trx);
  const n = lastOf(before) + 1;
  const list = JSON.stringify([...before, { n, ...what }].slice(-KEPT));
  await run(
    trx,
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    [NAME, list],
  );
  return n;
}

export const lastOf = (list: readonly Upkeep[]): number => list.at(-1)?.n ?? 0;

/**
 * A run that began before a command forgot or renamed its source must not write down what it took for known.
 * @param known the number of the last upkeep that this process has taken over
 * @throws source_moved
 */
export async function demandUnmoved(trx: Knex, id: string, known: number): Promise<void> {
  const list = await readUpkeep(trx);
  const moved = list.find(({ n, source, to }) => n > known && (source === id || to === id));
  if (moved === undefined) return;
  throw new CodedError('source_moved', `${whatHappened(moved)} meanwhile`);
}

/** As a sentence without its end. */
export function whatHappened({ source, to }: Upkeep): string {
  if (to === undefined) return `${source} was forgotten`;
  return to === source ? `the history of ${source} was changed` : `${source} was renamed to ${to}`;
}
