/** The first sync of a library: what is handed to the disk for it, how it holds up the daemon, and how much memory it takes. */
import { statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { definePlugin, mediaFiles, mediaItems, type SyncTask, Type } from '@sidelight/plugin-api';
import type { Cache } from '#core/cache/cache.js';
import { corePorts } from '#core/derivations/ports.js';
import { stayNearWhatIsAlive } from '#core/ground/heap.js';
import type { Source } from '#core/plugins/source.js';
import { Committer } from '#core/sync/committer.js';
import { runTask } from '#core/sync/runner.js';
import { systemClock } from '#core/time/clock.js';
import type { Figure } from '../report.js';
import { bytesWritten, onSqlite } from './on-sqlite.js';

const ITEMS = 500_000;
const AT_ONCE = 2000;
const MB = 1024 ** 2;

const SETTINGS = { zone: 'UTC', history: { minPlaySeconds: 60, resumeMinutes: 60 }, downloads: { stallMinutes: 10 } };

const plugin = definePlugin({
  id: 'library',
  title: 'Library',
  config: Type.Object({}),
  create: () => ({ check: async () => ({}) }),
});

/** As servers make them: no two alike at their beginnings. */
const idOf = (i: number): string =>
  [2654435761, 2246822519, 3266489917, 668265263].map((by) => (Math.imul(i + 1, by) >>> 0).toString(16)).join('-');

function titleOf(i: number): object {
  const kind = i % 5 === 0 ? 'movie' : 'episode';
  return {
    ...{ id: idOf(i), libraryId: kind, kind, title: `The title of number ${i}`, year: 1950 + (i % 75) },
    ...{ addedAt: new Date(Date.UTC(2026, 0, 1) - ((i * 7919) % ITEMS) * 60_000).toISOString() },
    ...{ tmdb: String((i * 31) % 900_000), runtimeSeconds: 5400 },
  };
}

const fileOf = (i: number): object => ({
  ...{ path: `/media/films/The title of number ${i} (${1950 + (i % 75)})/file.mkv`, itemId: idOf(i) },
  ...{ libraryId: i % 5 === 0 ? 'movie' : 'episode', kind: i % 5 === 0 ? 'movie' : 'episode' },
  ...{ sizeBytes: 1e9 + ((i * 7919) % 1e9), container: 'mkv', videoCodec: 'hevc', resolution: '1080p' },
});

/** In slices, as media servers are listed. */
const itemsTask = (count: number): SyncTask => ({
  id: 'items',
  every: '5m',
  fills: [mediaItems, mediaFiles],
  async run(out) {
    const from = Number(out.cursor.get() ?? 0);
    if (from >= count) return undefined;
    const slice = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => from + n);
    out.patch(mediaItems, { upsert: slice.map(titleOf) as never });
    out.patch(mediaFiles, { upsert: slice.map(fileOf) as never });
    out.cursor.set(String(from + slice.length));
    return from + slice.length < count ? 'more' : undefined;
  },
});

/** What is held against what is listed, and everything told at once. */
const sweepTask: SyncTask = {
  id: 'sweep',
  every: '1h',
  fills: [mediaItems],
  async run(out) {
    const held = await out.held(mediaItems);
    out.patch(mediaItems, { remove: [...held].slice(0, 10) });
  },
};

async function run(cache: Cache, task: SyncTask): Promise<void> {
  const source: Source = {
    id: 's',
    plugin,
    integration: { check: async () => ({}), tasks: [task] },
    schedule: {},
    timeoutMs: 1000,
  };
  const committer = new Committer(cache, systemClock, () => SETTINGS);
  const outcome = await runTask({
    ...{ source, task, cache, clock: systemClock, signal: new AbortController().signal, deadlineMs: 600_000 },
    commit: (batch, of, isWanted) => committer.commit(batch, of, isWanted),
  });
  if (outcome.kind !== 'done') throw new Error(`it has ${outcome.kind}: ${JSON.stringify(outcome)}`);
}

interface Watched {
  readonly blockMs: number;
  readonly memory: number;
}

/** The longest time for which nothing else was done, and the most memory above what there was before. */
async function watched(work: () => Promise<unknown>): Promise<Watched> {
  // As a daemon has it that serves.
  stayNearWhatIsAlive();
  const before = process.memoryUsage().rss;
  let most = before;
  let blockMs = 0;
  let last = performance.now();
  let cpu = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(cpu);
    // Whoever else has the processor is no block of ours.
    blockMs = Math.max(blockMs, Math.min(performance.now() - last, (user + system) / 1000));
    last = performance.now();
    cpu = process.cpuUsage();
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  await work();
  clearInterval(timer);
  return { blockMs, memory: (most - before) / MB };
}

const figures = (what: string, { blockMs, memory }: Watched): readonly Figure[] => [
  { what: `${what}: longest block`, value: blockMs, unit: 'ms', atMost: 100 },
  { what: '  memory above idle', value: memory, unit: 'MB', atMost: 60 },
];

export const firstSync = (count = ITEMS): Promise<readonly Figure[]> =>
  onSqlite(async ({ cache, db, file }) => {
    for (const port of [mediaItems, mediaFiles, ...corePorts]) await cache.declare(port);
    await pause(500);
    const before = bytesWritten();
    const first = await watched(() => run(cache, itemsTask(count)));
    await db.raw('PRAGMA wal_checkpoint(PASSIVE)');
    const bytes = bytesWritten() - before;
    const sweep = await watched(() => run(cache, sweepTask));
    return [
      ...figures(`first sync of ${count} titles and files`, first),
      {
        what: '  bytes written, of the size of the database',
        value: bytes / statSync(file).size,
        unit: '×',
        atMost: 3,
      },
      ...figures('  their sweep', sweep),
    ];
  });
