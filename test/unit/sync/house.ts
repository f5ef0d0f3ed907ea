/** A sync engine over hand-made integrations, in memory and in its own time. */
import 'reflect-metadata';
import {
  definePlugin,
  definePort,
  type Integration,
  mediaPlayback,
  mediaSessions,
  opsHealth,
  opsJobs,
  opsNotices,
  type opsOutages,
  ref,
  type SyncTask,
  Type,
} from '@sidelight/plugin-api';
import { corePorts } from '#core/derivations/ports.js';
import { OpsSource } from '#core/ops/ops-source.js';
import type { Source, Sources } from '#core/plugins/source.js';
import { SyncEngine } from '#core/sync/engine.js';
import { manualClock } from '../../support/manual-clock.js';
import { recordingLog } from '../../support/recording-log.js';
import { spiedCache } from '../../support/spied-cache.js';

export const lamps = definePort({
  id: 'test.lamps',
  keep: 'snapshot',
  key: (lamp) => lamp.id,
  item: Type.Object({ id: Type.String(), on: Type.Boolean() }),
});
/** What a service without a media server of its own has of one. */
export const notes = definePort({
  id: 'test.notes',
  keep: 'snapshot',
  key: (note) => note.id,
  index: ['itemId'],
  item: Type.Object({ id: Type.String(), itemId: Type.Optional(ref()) }),
});
export const knocks = definePort({
  id: 'test.knocks',
  keep: 'log',
  key: (knock) => knock.id,
  at: (knock) => knock.at,
  item: Type.Object({ id: Type.String(), at: Type.String() }),
});

export const SETTINGS = {
  integrations: [],
  zone: 'Europe/Berlin',
  history: { minPlaySeconds: 60, resumeMinutes: 60 },
  downloads: { stallMinutes: 10 },
  secrets: ['s3cret-of-the-house'],
};

const plugin = definePlugin({
  id: 'house',
  title: 'House',
  config: Type.Object({}),
  create: () => ({ check: async () => ({}) }),
});

export function sourceOf(id: string, integration: Partial<Integration> | null, schedule = {}): Source {
  const whole = integration === null ? null : { check: async () => ({}), ...integration };
  return { id, plugin, integration: whole, schedule, timeoutMs: 1000 };
}

/** A task that fills `test.lamps` every ten seconds. */
export const lampTask = (run: SyncTask['run'], change: Partial<SyncTask> = {}): SyncTask => ({
  id: 'lamps',
  every: '10s',
  fills: [lamps],
  run,
  ...change,
});

export const switchOn: SyncTask['run'] = async (out) => out.replace(lamps, [{ id: 'hall', on: true }]);

export async function house(...initial: readonly Source[]) {
  let sources = initial;
  const registry: Sources = {
    all: () => sources,
    get: (id) => sources.find((source) => source.id === id),
    filling: () => [],
    serving: () => [],
  };
  const cache = await spiedCache([
    lamps,
    notes,
    knocks,
    mediaSessions,
    mediaPlayback,
    opsHealth,
    opsJobs,
    opsNotices,
    ...corePorts,
  ]);
  const clock = manualClock();
  const log = recordingLog();
  const ops = new OpsSource(cache, clock, log);
  await ops.open();
  const engine = new SyncEngine(registry, cache, clock, log, SETTINGS, ops);
  const rows = async (
    port: typeof lamps | typeof notes | typeof opsJobs | typeof opsHealth | typeof opsNotices | typeof opsOutages,
  ) =>
    (await cache.rows(
      port,
      {},
      {
        now: clock.now(),
        zone: 'UTC',
        sources: ['core', 'old', ...initial.map(({ id }) => id)],
      },
    )) as readonly Readonly<Record<string, unknown>>[];
  return {
    cache,
    clock,
    log,
    ops,
    engine,
    rows,
    /** Commits of the plugins' own tasks. */
    committed: () => cache.batches.filter((batch) => batch.task !== '@ops'),
    replaceSources(next: readonly Source[]) {
      sources = next;
    },
  };
}
