/** The household that the fixtures of databases hold: two made-up stacks, and the plugin of a third party. */
import { join } from 'node:path';
import type { AnyPort } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import type { Cache } from '#core/cache/cache.js';
import { type DatabaseLocation, openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { type LoadedSettings, loadSettings } from '#core/config/load-settings.js';
import { buildServices, type Services } from '#core/container.js';
import { type Daemon, startDaemon } from '#core/daemon.js';
import { installation } from '#core/ground/installation.js';
import { silentLog } from '#core/ground/log.js';
import { LogTail } from '#core/ground/log-tail.js';
import type { Notice } from '#core/ops/notices.js';
import { loadPlugins } from '#core/plugins/load.js';
import type { Clock } from '#core/time/clock.js';
import { contribute } from '#core/widgets/contribute.js';
import { root } from '../daemon.js';
import { tempFolder } from '../temp-folder.js';

/** Where the household's clock stands. */
export const AT = '2026-11-20T12:00:00.000Z';

/** Fill every port of the vocabulary. */
export const STACKS = ['home', 'cabin'] as const;
/** Fills a port that Sidelight does not know. */
export const STATION = 'roof';
/** Has left the config: its logs are kept. */
export const DEPARTED = 'attic';

const CONFIG = `
plugins: ["${join(root, 'test', 'fixtures', 'third-party', 'weather-station')}"]
timezone: UTC
integrations:
  home: { plugin: demo }
  cabin: { plugin: demo }
  ${STATION}: { plugin: weather-station }
`;

async function settingsOf(database: DatabaseLocation): Promise<LoadedSettings> {
  const folder = tempFolder();
  try {
    folder.write('sidelight.yaml', CONFIG);
    const loaded = await loadSettings({
      flags: { port: '0', host: '127.0.0.1', data: folder.path, strict: true },
      env: {},
      cwd: folder.path,
      plugins: (named, from) => loadPlugins(named, from, { installation }),
    });
    return { ...loaded, settings: { ...loaded.settings, database } };
  } finally {
    folder.remove();
  }
}

export interface Household extends Services {
  readonly database: Knex;
  readonly cache: Cache;
  readonly ports: ReadonlyMap<string, AnyPort>;
  /** Of ports that cannot be had as they are declared now, and of contributions that were left out. */
  readonly notices: readonly Notice[];
  close(): Promise<void>;
}

/** The parts of the daemon over this database, opened as its start does it. Nothing is asked of anybody, or scheduled. */
export async function openHousehold(location: DatabaseLocation, clock: Clock): Promise<Household> {
  const { settings, plugins } = await settingsOf(location);
  const database = await openDatabase(location);
  const cache = await createKnexCache(database);
  const services = buildServices({ settings, plugins, log: silentLog, clock, database, cache, version: 'test' });
  const { host, registry, keys } = services;
  await keys.start();
  await host.apply(settings);
  const { ports } = await contribute(registry, host, cache);
  await services.ops.open();
  return {
    ...services,
    database,
    cache,
    notices: registry.refused(),
    ports: new Map(ports.map((port) => [port.id, port])),
    async close() {
      await host.stop();
      await keys.stop();
      await cache.close();
      await database.destroy();
    },
  };
}

/** The whole daemon over this database. With a clock that stands still its tasks never run: it tells what is stored. */
export const startHousehold = async (location: DatabaseLocation, clock: Clock): Promise<Daemon> =>
  startDaemon({ loaded: await settingsOf(location), log: silentLog, tail: new LogTail(), clock, strict: true });
