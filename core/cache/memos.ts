/** What integrations remember, as rows: JSON values that expire. */
import type { Knex } from 'knex';
import { all, run } from './sql.js';
import { storedKey } from './stored-row.js';

export interface Memo {
  readonly source: string;
  readonly key: string;
}

/** A value that has not expired; undefined: there is none. */
export async function recallMemo(db: Knex, { source, key }: Memo, now: Date): Promise<unknown> {
  const sql = 'SELECT value FROM memos WHERE source = ? AND key = ? AND expires_at > ?';
  const [row] = await all<{ value: string }>(db, sql, [source, storedKey(key), now.toISOString()]);
  return row === undefined ? undefined : JSON.parse(row.value);
}

/** Replaces what was remembered under the key. A value that is undefined is kept as null. */
export function rememberMemo(db: Knex, { source, key }: Memo, value: unknown, expiresAt: Date): Promise<void> {
  return run(
    db,
    `INSERT INTO memos (source, key, value, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (source, key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
    [source, storedKey(key), JSON.stringify(value ?? null), expiresAt.toISOString()],
  );
}
