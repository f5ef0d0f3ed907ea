/** Rows of a SQLite database of another program, which is only read. */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import { openSqlite } from '../cache/database.js';
import { databaseError } from '../cache/database-error.js';
import { all } from '../cache/sql.js';
import { CodedError } from '../ground/errors.js';

const HEADER = 'SQLite format 3\0';
const ROWS_AT_ONCE = 1000;

export type SqliteRow = Readonly<Record<string, unknown>>;

export async function beginsWith(file: string, text: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(text.length), 0, text.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === text;
  } finally {
    await handle.close();
  }
}

export const isSqlite = (file: string): Promise<boolean> => beginsWith(file, HEADER);

/** @throws import_file */
export async function withSqlite<T>(file: string, read: (database: Knex) => Promise<T>): Promise<T> {
  const database = openReadOnly(file);
  try {
    return await read(database);
  } catch (error) {
    throw unreadable(error);
  } finally {
    await database.destroy();
  }
}

export interface Table {
  readonly name: string;
  /** Grows from row to row. */
  readonly key: string;
  /** `SELECT` and `FROM` of it, without a condition. The key is called `key`. */
  readonly select: string;
}

/** Page by page. @throws import_file */
export async function* sqliteRows(
  file: string,
  { name, key, select }: Table,
): AsyncGenerator<{ readonly rows: readonly SqliteRow[]; readonly done: number }> {
  const database = openReadOnly(file);
  try {
    const [{ n } = { n: 0 }] = await all<{ n: number }>(database, `SELECT COUNT(*) AS n FROM ${name}`);
    let last: number | null = null;
    for (let read = 0; ; ) {
      const sql = `${select} ${last === null ? '' : `WHERE ${key} > ?`} ORDER BY ${key} LIMIT ${ROWS_AT_ONCE}`;
      const rows: { key: number }[] = await all<{ key: number }>(database, sql, last === null ? [] : [last]);
      read += rows.length;
      yield { rows, done: n === 0 ? 1 : read / n };
      if (rows.length < ROWS_AT_ONCE) return;
      last = rows.at(-1)?.key ?? null;
    }
  } catch (error) {
    throw unreadable(error);
  } finally {
    await database.destroy();
  }
}

/** The columns of a table; none where there is no such table. */
export async function columnsOf(database: Knex, table: string): Promise<ReadonlySet<string>> {
  const columns = await all<{ name: string }>(database, 'SELECT name FROM pragma_table_info(?)', [table]);
  return new Set(columns.map(({ name }) => name));
}

/** What lies beside a database that is in use belongs to it; of one that lies alone nothing else is made. */
function openReadOnly(file: string): Knex {
  const alone = existsSync(`${file}-wal`) ? '' : '&immutable=1';
  return openSqlite(`${pathToFileURL(file).href}?mode=ro${alone}`, ['OPEN_URI']);
}

function unreadable(error: unknown): unknown {
  if (error instanceof CodedError && error.code === 'import_file') return error;
  const reason = messageOf(databaseError(error));
  return new CodedError('import_file', `The database cannot be read: ${reason}`, { cause: error });
}
