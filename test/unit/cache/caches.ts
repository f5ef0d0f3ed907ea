/** The caches that every test of the conformance suite runs on: PostgreSQL is one of them where `npm run test:real` starts it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { type DatabaseLocation, openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { createMemoryCache } from '#core/cache/memory.js';
import { ownDatabase } from '../../support/own-database.js';

export interface Opened {
  readonly cache: Cache;
  /** The same rows, as a process sees them that starts now. */
  again(): Promise<Cache>;
  close(): Promise<void>;
}

export interface Place {
  readonly location: DatabaseLocation;
  remove(): Promise<void>;
}

export async function sqlitePlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'sidelight-cache-'));
  return {
    location: { kind: 'sqlite', file: join(folder, 'sidelight.db') },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A database of its own on the server. */
export async function postgresPlace(server: string): Promise<Place> {
  const { url, drop } = await ownDatabase(server);
  return { location: { kind: 'postgres', url }, remove: drop };
}

async function onDatabase(place: Place): Promise<Opened> {
  const open: { cache: Cache; db: Knex }[] = [];
  const again = async (): Promise<Cache> => {
    const db = await openDatabase(place.location);
    const cache = await createKnexCache(db);
    open.push({ cache, db });
    return cache;
  };
  return {
    cache: await again(),
    again,
    async close() {
      for (const { cache, db } of open) {
        await cache.close();
        await db.destroy();
      }
      await place.remove();
    },
  };
}

async function inMemory(): Promise<Opened> {
  const cache = createMemoryCache();
  return { cache, again: async () => cache, close: () => cache.close() };
}

export const POSTGRES = process.env['SIDELIGHT_TEST_POSTGRES'];

/** The databases alone, for what is said of their statements and tables. */
export const DATABASES: readonly { readonly name: string; readonly make: () => Promise<Place> }[] = [
  { name: 'SQLite', make: sqlitePlace },
  ...(POSTGRES === undefined ? [] : [{ name: 'PostgreSQL', make: () => postgresPlace(POSTGRES) }]),
];

export interface Kind {
  readonly name: string;
  readonly open: () => Promise<Opened>;
}

export const KINDS: readonly Kind[] = [
  { name: 'memory', open: inMemory },
  { name: 'SQLite', open: async () => onDatabase(await sqlitePlace()) },
  ...(POSTGRES === undefined
    ? []
    : [{ name: 'PostgreSQL', open: async () => onDatabase(await postgresPlace(POSTGRES)) }]),
];
