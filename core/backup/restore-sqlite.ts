/** Puts a copy in the place of a SQLite database that nobody uses. The old one is kept beside it. */
import { chmod, copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import { openSqlite } from '../cache/database.js';
import { databaseError } from '../cache/database-error.js';
import { CodedError } from '../ground/errors.js';
import { isMissing, stampOf } from './backup-file.js';
import { sync } from './sqlite-copy.js';

/** What SQLite keeps beside a file that was not closed properly: it belongs to that file alone. */
const BESIDE = ['-wal', '-shm'];
const PATIENCE_MS = 1000;

/**
 * @returns where the old database is now; null: there was none
 * @throws database_in_use, backup_failed
 */
export async function restoreSqlite(copy: string, file: string, now: Date): Promise<string | null> {
  const fresh = `${file}.restoring`;
  const aside = `${file}.before-${stampOf(now)}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await copyFile(copy, fresh);
    await chmod(fresh, 0o600);
    await sync(fresh);
    const there = await exists(file);
    if (!there) await rename(fresh, file);
    // At no moment is there no database: the old one gets a second name, and its first one changes hands at once.
    else
      await whileUnused(file, async () => {
        await setAside(file, aside);
        await rename(fresh, file);
      });
    return there ? aside : null;
  } catch (error) {
    await rm(fresh, { force: true });
    if (error instanceof CodedError) throw error;
    throw new CodedError('backup_failed', `${file} could not be replaced: ${messageOf(error)}`, { cause: error });
  }
}

async function setAside(file: string, aside: string): Promise<void> {
  for (const suffix of BESIDE) if (await exists(file + suffix)) await rename(file + suffix, aside + suffix);
  await rm(aside, { force: true });
  await link(file, aside);
}

/** Does it while nobody else can open the file. */
async function whileUnused(file: string, work: () => Promise<void>): Promise<void> {
  const database = openSqlite(file);
  const held: object[] = [];
  try {
    await lock(database, file, held);
    await work();
  } finally {
    for (const connection of held) await database.client.releaseConnection(connection);
    await database.destroy();
  }
}

/**
 * Only one who is alone can leave WAL mode, and a daemon has its database open as long as it runs.
 * @param held gets the connection that has the lock
 */
async function lock(database: Knex, file: string, held: object[]): Promise<void> {
  try {
    const connection: object = await database.client.acquireConnection();
    held.push(connection);
    for (const sql of [`PRAGMA busy_timeout = ${PATIENCE_MS}`, 'PRAGMA journal_mode = DELETE', 'BEGIN EXCLUSIVE']) {
      await database.raw(sql).connection(connection);
    }
  } catch (error) {
    const known = databaseError(error);
    // Nobody can work with a damaged one.
    if (known instanceof CodedError && known.code === 'database_corrupt') return;
    throw new CodedError('database_in_use', `${file} is in use: ${messageOf(error)}`, { cause: error });
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
