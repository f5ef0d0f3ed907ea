/** The daemon's own parts over a database of their own, with rows put in by hand: nothing is asked, nothing is scheduled. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyPort, definePlugin, Type } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import type { Cache, Change } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { loadSettings } from '#core/config/load-settings.js';
import { buildServices, type Services } from '#core/container.js';
import { silentLog } from '#core/ground/log.js';
import { Committer } from '#core/sync/committer.js';
import { type Clock, systemClock } from '#core/time/clock.js';
import { contribute } from '#core/widgets/contribute.js';
import { makeFolder } from '../support/daemon.js';

/** The one integration that fills everything. */
export const SOURCE = 'bench';

export interface Bench extends Services {
  readonly cache: Cache;
  readonly database: Knex;
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

/** Where it differs from a database that is made for it, and the time of day. */
export interface Stage {
  /** A file that stays. */
  readonly file?: string;
  readonly clock?: Clock;
}

export async function withServices<T>(
  fills: readonly AnyPort[],
  work: (bench: Bench) => Promise<T>,
  { file, clock = systemClock }: Stage = {},
): Promise<T> {
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
  const database = await openDatabase(file === undefined ? settings.database : { kind: 'sqlite', file });
  const cache = await createKnexCache(database);
  const parts = { settings, plugins: set, log: silentLog, clock, database, cache, version: '0.0.0' };
  const services = buildServices(parts);
  try {
    await services.host.apply(settings);
    await contribute(services.registry, services.host, cache);
    await services.ops.open();
    await services.snoozes.open();
    const committer = new Committer(cache, clock, () => settings);
    const publish = async (change: Change, isLast = true): Promise<void> => {
      const source = services.host.all().find(({ id }) => id === SOURCE);
      if (source === undefined) throw new Error(`there is no ${SOURCE}`);
      await committer.commit(
        batchOf(isLast ? [change.port] : [], change, clock.now().toISOString()),
        source,
        () => true,
      );
    };
    return await work({ ...services, cache, database, zone: settings.zone, publish });
  } finally {
    await cache.close();
    await database.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Commits changes as they are. */
export const commit = (cache: Cache, fills: readonly AnyPort[], change: Change, at?: string) =>
  cache.commit(
    batchOf(
      fills.map(({ id }) => id),
      change,
      at,
    ),
  );

const batchOf = (fills: readonly string[], change: Change, at = new Date().toISOString()) => ({
  source: SOURCE,
  task: 'all',
  at,
  fills,
  changes: [change],
});
