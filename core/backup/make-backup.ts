/** Makes one backup: written under another name, verified, and only then shown. */
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import type { DatabaseLocation } from '../cache/database.js';
import { databaseError } from '../cache/database-error.js';
import { CodedError } from '../ground/errors.js';
import { type BackupFile, backupName, makeFolder, partialName, pruneBackups } from './backup-file.js';
import { dumpPostgres, verifyDump } from './postgres-tools.js';
import { copySqlite, verifySqlite } from './sqlite-copy.js';

export interface BackupInput {
  readonly database: Knex;
  readonly location: DatabaseLocation;
  /** Absolute. */
  readonly folder: string;
  /** How many there are afterwards, at most. */
  readonly keep: number;
  readonly now: Date;
}

/** @throws backup_failed, backup_invalid, backup_tool, disk_full, data_unwritable */
export async function makeBackup(input: BackupInput): Promise<BackupFile> {
  const { location, folder, keep, now } = input;
  const name = backupName(now, location.kind);
  const partial = join(folder, partialName(name));
  const path = join(folder, name);
  try {
    await makeFolder(folder);
    await whole(partial, async () => {
      await write(input, partial);
      await rename(partial, path);
    });
    await pruneBackups(folder, keep, now, name);
    return { path, name, sizeBytes: (await stat(path)).size, at: now.toISOString() };
  } catch (error) {
    throw named(databaseError(error));
  }
}

/** An empty file that this user alone may read, for the work to fill and rename; nothing is left of it when that fails. */
async function whole(file: string, work: () => Promise<void>): Promise<void> {
  await (await open(file, 'wx', 0o600)).close();
  try {
    await work();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function write({ database, location }: BackupInput, file: string): Promise<void> {
  if (location.kind === 'sqlite') {
    await copySqlite(database, file);
    await verifySqlite(file);
  } else {
    await dumpPostgres(location.url, file);
    await verifyDump(file);
  }
}

const named = (error: unknown): unknown =>
  error instanceof CodedError ? error : new CodedError('backup_failed', messageOf(error), { cause: error });
