/** A database with a row in it, whichever kind. */
import { join } from 'node:path';
import { mediaPlayback, opsBackup, opsOutages } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { type DatabaseLocation, openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';

export interface Scene {
  readonly folder: TempFolder;
  /** Of the backups. */
  readonly backups: string;
  readonly location: DatabaseLocation;
  readonly database: Knex;
  readonly cache: Cache;
  /** Adds a play of this title. */
  play(title: string): Promise<void>;
  /** The upstream of the same source is away from now on. */
  outage(): Promise<void>;
  /** Why upstreams were away, as a process sees it that opens the database now. */
  outages(): Promise<readonly string[]>;
  /** Titles of all plays, as a process sees them that opens the database now. */
  titles(): Promise<readonly string[]>;
  /** What a daemon does when it ends. */
  close(): Promise<void>;
  remove(): Promise<void>;
}

const AT = '2026-11-20T12:00:00.000Z';

const play = (title: string) => ({
  id: title,
  userId: 'u',
  viewer: 'Ada',
  itemId: 'i',
  title,
  client: 'c',
  device: 'd',
  startedAt: AT,
});

export async function openScene(given?: DatabaseLocation): Promise<Scene> {
  const folder = tempFolder();
  const location = given ?? { kind: 'sqlite', file: join(folder.path, 'sidelight.db') };
  const { database, cache } = await open(location);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await closeBoth(database, cache);
    isOpen = false;
  };
  return {
    folder,
    backups: join(folder.path, 'backups'),
    location,
    database,
    cache,
    async play(title) {
      const changes = [{ port: mediaPlayback.id, kind: 'append', items: [play(title)] }] as const;
      await cache.commit({ source: 'tv', task: 't', at: AT, fills: [mediaPlayback.id], changes });
    },
    async outage() {
      const items = [{ from: AT, cause: 'unreachable', message: 'nothing listens' }];
      const changes = [{ port: opsOutages.id, kind: 'append', items }] as const;
      await cache.commit({ source: 'tv', task: '@ops', at: AT, fills: [opsOutages.id], changes });
    },
    async outages() {
      const now = await open(location);
      const rows = await now.cache.rows(opsOutages, {}, { now: new Date(AT), zone: 'UTC' });
      await closeBoth(now.database, now.cache);
      return rows.map(({ source, cause }) => `${source} ${cause}`);
    },
    async titles() {
      const now = await open(location);
      const rows = await now.cache.rows(mediaPlayback, {}, { now: new Date(AT), zone: 'UTC' });
      await closeBoth(now.database, now.cache);
      return rows.map(({ title }) => title);
    },
    close,
    async remove() {
      await close();
      folder.remove();
    },
  };
}

async function open(location: DatabaseLocation): Promise<{ readonly database: Knex; readonly cache: Cache }> {
  const database = await openDatabase(location);
  const cache = await createKnexCache(database);
  for (const port of [mediaPlayback, opsBackup, opsOutages]) await cache.declare(port);
  return { database, cache };
}

async function closeBoth(database: Knex, cache: Cache): Promise<void> {
  await cache.close();
  await database.destroy();
}
