/** The daemon's own parts over a database of their own, with rows put in by hand: nothing is asked, nothing is scheduled. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyPort, definePlugin, Type } from '@sidelight/plugin-api';
import type { Cache, Change } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { loadSettings } from '#core/config/load-settings.js';
import { buildServices, type Services } from '#core/container.js';
import { silentLog } from '#core/ground/log.js';
import { Committer } from '#core/sync/committer.js';
import { systemClock } from '#core/time/clock.js';
import { contribute } from '#core/widgets/contribute.js';
import { makeFolder } from '../support/daemon.js';

/** The one integration that fills everything. */
export const SOURCE = 'bench';

export interface Bench extends Services {
  readonly cache: Cache;
  readonly zone: string;
  /** Commits what a run tells, with all that the core derives from it. `isLast`: the run ends with it. */
  publish(change: Change, isLast?: boolean): Promise<void>;
}

const pluginFor = (fills: readonly AnyPort[]) =>
  definePlugin({
    id: SOURCE,
    title: 'Bench',
    local: true,
    config: Type.Object({}),
    create: () => ({
      check: async () => ({}),
      tasks: [{ id: 'all', every: '1h', fills, run: async () => undefined }],
    }),
  });

export async function withServices<T>(fills: readonly AnyPort[], work: (bench: Bench) => Promise<T>): Promise<T> {
  const folder = makeFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'sidelight.yaml'), `integrations:\n  ${SOURCE}: {}\n`);
  const set = { loaded: [{ plugin: pluginFor(fills), folder, origin: SOURCE }], failures: [] };
  const { settings } = await loadSettings({
    flags: { data: join(folder, 'data') },
    env: {},
    cwd: folder,
    plugins: async () => set,
  });
  const database = await openDatabase(settings.database);
  const cache = await createKnexCache(database);
  const parts = { settings, plugins: set, log: silentLog, clock: systemClock, database, cache, version: '0.0.0' };
  const services = buildServices(parts);
  try {
    await services.host.apply(settings);
    await contribute(services.registry, services.host, cache);
    await services.ops.open();
    const committer = new Committer(cache, systemClock, () => settings);
    const publish = async (change: Change, isLast = true): Promise<void> => {
      const source = services.host.all().find(({ id }) => id === SOURCE);
      if (source === undefined) throw new Error(`there is no ${SOURCE}`);
      await committer.commit(batchOf(isLast ? [change.port] : [], change), source, () => true);
    };
    return await work({ ...services, cache, zone: settings.zone, publish });
  } finally {
    await cache.close();
    await database.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Commits changes as they are. */
export const commit = (cache: Cache, fills: readonly AnyPort[], change: Change) =>
  cache.commit(
    batchOf(
      fills.map(({ id }) => id),
      change,
    ),
  );

const batchOf = (fills: readonly string[], change: Change) => ({
  source: SOURCE,
  task: 'all',
  at: new Date().toISOString(),
  fills,
  changes: [change],
});
