/** Many integrations whose upstreams have nothing new to tell: what their polls cost, and what is written of them. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  definePlugin,
  downloadQueue,
  mediaSessions,
  mediaUsers,
  opsHealth,
  opsJobs,
  opsNotices,
  Type,
} from '@sidelight/plugin-api';
import type { Cache } from '#core/cache/cache.js';
import { corePorts } from '#core/derivations/ports.js';
import { silentLog } from '#core/ground/log.js';
import { OpsSource } from '#core/ops/ops-source.js';
import type { Source } from '#core/plugins/source.js';
import { Committer } from '#core/sync/committer.js';
import { SyncEngine } from '#core/sync/engine.js';
import { runTask } from '#core/sync/runner.js';
import { systemClock } from '#core/time/clock.js';
import { manualClock } from '../../support/manual-clock.js';
import type { Figure } from '../report.js';
import { bytesWritten, cpuOf, onSqlite } from './on-sqlite.js';

const SOURCES = 90;
const MINUTES = 10;
const POLLS = 2000;
const MB = 1024 ** 2;

const SETTINGS = {
  integrations: [],
  zone: 'UTC',
  history: { minPlaySeconds: 60, resumeMinutes: 60 },
  downloads: { stallMinutes: 10 },
  secrets: [],
};

const plugin = definePlugin({
  id: 'quiet',
  title: 'Quiet',
  config: Type.Object({}),
  create: () => ({ check: async () => ({}) }),
});

const users = Array.from({ length: 20 }, (_, i) => ({ id: `u${i}`, name: `User ${i}`, admin: i === 0 }));

/** As a media server has them, and a download client. */
function quietSource(id: string): Source {
  const tasks = [
    { id: 'sessions', every: '10s', fills: [mediaSessions], run: async (out) => out.replace(mediaSessions, []) },
    { id: 'queue', every: '30s', fills: [downloadQueue], run: async (out) => out.replace(downloadQueue, []) },
    { id: 'users', every: '1m', fills: [mediaUsers], run: async (out) => out.replace(mediaUsers, users) },
  ] satisfies NonNullable<NonNullable<Source['integration']>['tasks']>;
  const integration = { check: async () => ({}), tasks };
  // A second of the engine's time is few real milliseconds here: nothing is to run out of it.
  return { id, plugin, integration, schedule: {}, timeoutMs: 60_000 };
}

async function declareAll(cache: Cache): Promise<void> {
  for (const port of [mediaSessions, downloadQueue, mediaUsers, opsHealth, opsJobs, opsNotices, ...corePorts]) {
    await cache.declare(port);
  }
}

export const quiet = async (): Promise<readonly Figure[]> => [...(await unchanged()), ...(await house())];

/** One task that publishes the same over and over. */
const unchanged = (): Promise<readonly Figure[]> =>
  onSqlite(async ({ cache }) => {
    await declareAll(cache);
    const source = quietSource('one');
    const committer = new Committer(cache, systemClock, () => SETTINGS);
    const [, , task] = source.integration?.tasks ?? [];
    if (task === undefined) throw new Error('there are three');
    const poll = () =>
      runTask({
        ...{ source, task, cache, clock: systemClock, signal: new AbortController().signal, deadlineMs: 60_000 },
        commit: (batch, of, isWanted) => committer.commit(batch, of, isWanted),
      });
    for (let i = 0; i < POLLS; i++) await poll();
    const before = bytesWritten();
    const seconds = await cpuOf(async () => {
      for (let i = 0; i < POLLS; i++) await poll();
    });
    return [
      { what: 'a poll that brings nothing new, CPU', value: (seconds * 1000) / POLLS, unit: 'ms', atMost: 0.1 },
      { what: '  written', value: (bytesWritten() - before) / POLLS, unit: 'bytes', atMost: 0 },
    ];
  });

/** The whole engine, in a time of its own. */
const house = (): Promise<readonly Figure[]> =>
  onSqlite(async ({ cache, db }) => {
    await declareAll(cache);
    const all = Array.from({ length: SOURCES }, (_, i) => quietSource(`s${i}`));
    const sources = {
      all: () => all,
      get: (id: string) => all.find((one) => one.id === id),
      filling: () => [],
      serving: () => [],
    };
    const clock = manualClock();
    const ops = new OpsSource(cache, clock, silentLog);
    await ops.open();
    const engine = new SyncEngine(sources, cache, clock, silentLog, SETTINGS, ops);
    engine.start();
    const live = async (seconds: number, realMs: number): Promise<void> => {
      for (let i = 0; i < seconds; i++) {
        await clock.advance(1000);
        await pause(realMs);
      }
    };
    // The first runs, and the second ones that find nothing new.
    await live(240, 25);
    let commits = 0;
    db.on('query', ({ sql }: { readonly sql: string }) => {
      if (/^COMMIT/i.test(sql)) commits += 1;
    });
    const before = bytesWritten();
    const cpu = await cpuOf(() => live(MINUTES * 60, 10));
    const bytes = bytesWritten() - before;
    await engine.stop();
    return [
      { what: `${SOURCES} quiet sources, commits`, value: commits / MINUTES, unit: '/min', atMost: 12 },
      { what: '  written', value: (bytes / MB) * (60 / MINUTES), unit: 'MB/h', atMost: 20 },
      { what: '  CPU', value: (cpu * 1000) / MINUTES, unit: 'ms/min' },
    ];
  });
