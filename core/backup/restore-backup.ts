/** Verifies a backup, and only then puts it in the place of the database. */
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { DatabaseLocation } from '../cache/database.js';
import { CodedError } from '../ground/errors.js';
import { type DatabaseKind, makeFolder, stampOf } from './backup-file.js';
import { verifyDump } from './postgres-tools.js';
import { restorePostgres } from './restore-postgres.js';
import { restoreSqlite } from './restore-sqlite.js';
import { verifySqlite } from './sqlite-copy.js';

export interface RestoreInput {
  /** The backup's path. */
  readonly file: string;
  readonly location: DatabaseLocation;
  /** Where a dump of a PostgreSQL database is kept that is replaced. */
  readonly folder: string;
  readonly now: Date;
}

/**
 * @returns where the database is kept that was replaced; null: there was none
 * @throws backup_invalid, backup_tool, backup_failed, database_newer, database_in_use, database_unreachable
 */
export async function restoreBackup({ file, location, folder, now }: RestoreInput): Promise<string | null> {
  const kind = await kindOf(file);
  if (kind !== location.kind) {
    const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
    throw new CodedError(
      'backup_invalid',
      `${file} is a ${names[kind]} backup, but the config uses ${names[location.kind]}`,
    );
  }
  if (location.kind === 'sqlite') {
    await verifySqlite(file);
    return restoreSqlite(file, location.file, now);
  }
  await verifyDump(file);
  await makeFolder(folder);
  const aside = join(folder, `before-${stampOf(now)}.pgdump`);
  await (await open(aside, 'wx', 0o600)).close();
  await restorePostgres(file, location.url, aside);
  return aside;
}

const LONGEST = 16;
const MARKS: readonly (readonly [string, DatabaseKind])[] = [
  ['SQLite format 3\0', 'sqlite'],
  ['PGDMP', 'postgres'],
];

/** Which kind of database a backup is of, by its first bytes. @throws backup_invalid */
export async function kindOf(file: string): Promise<DatabaseKind> {
  const begins = await firstBytes(file);
  const [, kind] = MARKS.find(([mark]) => begins.startsWith(mark)) ?? [];
  if (kind === undefined) throw new CodedError('backup_invalid', `${file} is not a Sidelight backup`);
  return kind;
}

async function firstBytes(file: string): Promise<string> {
  try {
    const handle = await open(file, 'r');
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(LONGEST), 0, LONGEST, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new CodedError('backup_invalid', `${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}
