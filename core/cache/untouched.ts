/** A SQLite file as it lies there: it is read, and neither it nor anything beside it is changed. */
import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Knex } from 'knex';
import { openSqlite } from './database.js';

/** What a write-ahead log holds belongs to the database: without one nothing is made beside the file. */
export async function openUntouched(file: string): Promise<Knex> {
  const log = await stat(`${file}-wal`).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const how = log === null || log.size === 0 ? 'immutable=1' : 'mode=ro';
  return openSqlite(`${pathToFileURL(file).href}?${how}`, ['OPEN_URI']);
}
