/** A cache on a SQLite file of its own, and what is measured of the process. */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { makeFolder } from '../../support/daemon.js';

export interface Stored {
  readonly cache: Cache;
  readonly db: Knex;
  readonly file: string;
}

export async function onSqlite<T>(work: (stored: Stored) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  const file = join(folder, 'sidelight.db');
  const db = await openDatabase({ kind: 'sqlite', file });
  const cache = await createKnexCache(db);
  try {
    return await work({ cache, db, file });
  } finally {
    await cache.close();
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Seconds of CPU that the work takes, on all threads. */
export async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Bytes that this process has handed to the disk so far. */
export function bytesWritten(): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}
