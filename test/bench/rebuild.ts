/** The homepage made anew over a small and a large history: it must not grow with the tables. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  definePlugin,
  mediaFiles,
  mediaItems,
  mediaPlayback,
  mediaServer,
  mediaUsers,
  Type,
} from '@sidelight/plugin-api';
import type { Cache } from '#core/cache/cache.js';
import { openDatabase } from '#core/cache/database.js';
import { createKnexCache } from '#core/cache/knex.js';
import { systemClock } from '#core/clock.js';
import { loadSettings } from '#core/config/load-settings.js';
import { buildServices } from '#core/container.js';
import { corePorts } from '#core/history/core-ports.js';
import { silentLog } from '#core/log.js';
import { declarePorts, portsOf } from '#core/ports.js';
import { loadFolder } from '#core/widgets/load-folder.js';
import { makeFolder, root } from '../support/daemon.js';
import { type Figure, median } from './report.js';

const SMALL = { plays: 10_000, items: 1_000 };
const LARGE = { plays: 1_000_000, items: 100_000 };
const ROUNDS = 90;
const CHUNK = 5_000;
const YEARS = 5;
const YEAR_MS = 365 * 86_400_000;
const SOURCE = 'media';

const fills = [mediaItems, mediaFiles, mediaPlayback, mediaServer, mediaUsers];
const plugin = definePlugin({
  id: 'bench',
  title: 'Bench',
  local: true,
  config: Type.Object({}),
  create: () => ({
    check: async () => ({}),
    tasks: [{ id: 'all', every: '1h', fills, run: async () => undefined }],
  }),
});

export async function rebuild(): Promise<readonly Figure[]> {
  const small = await median90(SMALL);
  const large = await median90(LARGE);
  return [
    { what: `homepage rebuilt, ${SMALL.plays} plays and ${SMALL.items} items`, value: small, unit: 'ms' },
    { what: `homepage rebuilt, ${LARGE.plays} plays and ${LARGE.items} items`, value: large, unit: 'ms' },
    { what: '  large of small', value: large / small, unit: '×', atMost: 1.5 },
  ];
}

async function median90(size: typeof SMALL): Promise<number> {
  const folder = makeFolder();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'sidelight.yaml'), `integrations:\n  ${SOURCE}: { plugin: bench }\n`);
  const set = { loaded: [{ plugin, folder, origin: 'bench' }], failures: [] };
  const { settings } = await loadSettings({
    flags: { data: join(folder, 'data') },
    env: {},
    cwd: folder,
    plugins: async () => set,
  });
  const database = await openDatabase(settings.database);
  const cache = await createKnexCache(database);
  const parts = { settings, plugins: set, log: silentLog, clock: systemClock, database, cache, version: '0.0.0' };
  const { host, registry, snapshots } = buildServices(parts);
  try {
    await host.apply(settings);
    registry.add('core', await loadFolder(join(root, 'widgets', 'dist')));
    await declarePorts(cache, portsOf([...registry.ports(), ...corePorts], []), registry.reads());
    await fill(cache, size);
    return await timed((limit) => snapshots.payload('homepage', { limit, zone: settings.zone, sources: null }));
  } finally {
    await cache.close();
    await database.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each limit is a variant of its own, made once. */
async function timed(make: (limit: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let limit = 1; limit <= ROUNDS; limit++) {
    const began = performance.now();
    await make(limit);
    times.push(performance.now() - began);
  }
  return median(times);
}

async function fill(cache: Cache, { plays, items }: typeof SMALL): Promise<void> {
  const now = Date.now();
  const timeOf = (index: number, of: number): string => new Date(now - (index / of) * YEARS * YEAR_MS).toISOString();
  const at = new Date(now).toISOString();
  const commit = (change: Parameters<Cache['commit']>[0]['changes'][number]) =>
    cache.commit({ source: SOURCE, task: 'all', at, fills: fills.map(({ id }) => id), changes: [change] });
  await commit({ port: mediaServer.id, kind: 'replace', items: [{ id: 's', name: 'Bench', version: '1' }] });
  await commit({
    port: mediaUsers.id,
    kind: 'replace',
    items: Array.from({ length: 20 }, (_, i) => ({ id: `u${i}`, name: `User ${i}`, admin: i === 0 })),
  });
  for (const chunk of chunks(items)) {
    const kindOf = (i: number) => (i % 3 === 0 ? 'movie' : 'episode');
    await commit({
      port: mediaItems.id,
      kind: 'patch',
      remove: [],
      upsert: chunk.map((i) => ({
        id: `i${i}`,
        libraryId: 'l',
        kind: kindOf(i),
        title: `Title ${i}`,
        addedAt: timeOf(i, items),
      })),
    });
    await commit({
      port: mediaFiles.id,
      kind: 'patch',
      remove: [],
      upsert: chunk.map((i) => ({
        path: `/media/${i}.mkv`,
        itemId: `i${i}`,
        libraryId: 'l',
        kind: kindOf(i),
        sizeBytes: 1e9 + i,
      })),
    });
  }
  for (const chunk of chunks(plays)) {
    await commit({
      port: mediaPlayback.id,
      kind: 'append',
      items: chunk.map((i) => ({
        id: `p${i}`,
        userId: `u${i % 20}`,
        viewer: `User ${i % 20}`,
        itemId: `i${i % items}`,
        title: `Title ${i % 500}`,
        client: 'c',
        device: 'd',
        startedAt: timeOf(i, plays),
        playedSeconds: 60 + (i % 7000),
      })),
    });
  }
}

function* chunks(count: number): Generator<readonly number[]> {
  for (let from = 0; from < count; from += CHUNK) {
    yield Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => from + i);
  }
}
