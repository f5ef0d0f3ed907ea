/** A copy of a SQLite database, made beside whoever reads and writes it, and whether a file is such a copy. */
import { open } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import { openSqlite } from '../cache/database.js';
import { databaseError } from '../cache/database-error.js';
import { appliedMigrations, isBehind } from '../cache/migrations/migrate.js';
import { all, run } from '../cache/sql.js';
import { CodedError } from '../ground/errors.js';

/** Into a file that is there and empty. */
export async function copySqlite(database: Knex, file: string): Promise<void> {
  await run(database, 'VACUUM INTO ?', [file]);
  await sync(file);
}

/** SQLite leaves it to the system when a copy reaches the disk. */
export async function sync(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Opens it, and reads all of it.
 * @throws backup_invalid, database_newer
 */
export async function verifySqlite(file: string): Promise<void> {
  // As it lies there: nothing is made beside it.
  const database = openSqlite(`${pathToFileURL(file).href}?immutable=1`, ['OPEN_URI']);
  try {
    const found = await all<{ integrity_check: string }>(database, 'PRAGMA integrity_check(1)');
    const [{ integrity_check: verdict } = { integrity_check: 'nothing' }] = found;
    if (verdict !== 'ok') throw new CodedError('backup_invalid', `${file} is damaged: ${verdict}`);
    checkMigrations(await appliedMigrations(database), file);
  } catch (error) {
    if (error instanceof CodedError && error.code !== 'database_corrupt') throw error;
    throw new CodedError('backup_invalid', `${file} cannot be opened: ${messageOf(databaseError(error))}`, {
      cause: error,
    });
  } finally {
    await database.destroy();
  }
}

/** @throws backup_invalid, database_newer */
export function checkMigrations(applied: readonly string[], file: string): void {
  if (applied.length === 0) throw new CodedError('backup_invalid', `${file} is not a Sidelight backup`);
  isBehind(applied);
}
