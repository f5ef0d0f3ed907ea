/** The real engine and the real widgets over acted servers: everything runs in the time of one clock, and nobody waits. */
import 'reflect-metadata';
import {
  type AnyPlugin,
  type AnySummary,
  type AnyWidget,
  mediaItems,
  mediaLibraries,
  mediaPlayback,
  mediaPlaytime,
  mediaSessions,
  mediaUsers,
  opsHealth,
  opsJobs,
  opsNotices,
} from '@sidelight/plugin-api';
import { createMemoryCache } from '#core/cache/memory.js';
import { corePorts, declarePorts, portsOf } from '#core/derivations/ports.js';
import { silentLog } from '#core/ground/log.js';
import { OpsSource } from '#core/ops/ops-source.js';
import type { Source, Sources } from '#core/plugins/source.js';
import type { Settings } from '#core/settings/settings.js';
import { SyncEngine } from '#core/sync/engine.js';
import { Reader } from '#core/widgets/reader.js';
import { Registry } from '#core/widgets/registry.js';
import { Snapshots } from '#core/widgets/snapshots.js';
import type { ManualClock } from '../manual-clock.js';
import { plainAddresses } from '../pictures.js';
import type { ActedServer, Title } from './server.js';

const PLUGIN = '../../../../plugins/jellyfin/dist/src/plugin.js';
/** Titles are there from the beginning. */
const TASKS = ['media.sessions', 'media.users', 'media.libraries', 'gaps'];
const ZONE = 'Europe/Berlin';

export interface HouseParts {
  readonly servers: readonly ActedServer[];
  readonly widgets: readonly AnyWidget[];
  readonly summaries: readonly AnySummary[];
  readonly clock: ManualClock;
}

type Query = Readonly<Record<string, string>>;

/** What the config says of people. */
export interface Household {
  readonly people: Settings['people'];
  readonly ignore: Settings['history']['ignore'];
}

export async function actedHouse({ servers, widgets, summaries, clock }: HouseParts) {
  const { default: plugin } = (await import(PLUGIN)) as { default: AnyPlugin };
  const all = servers.map((server) => sourceOf(server, plugin, clock));
  const sources: Sources = {
    all: () => all,
    get: (id) => all.find((source) => source.id === id),
    filling: (port) =>
      all.filter(({ integration }) => integration?.tasks?.some(({ fills }) => fills.some(({ id }) => id === port))),
    serving: (port) => all.filter(({ integration }) => integration?.fragments?.some((one) => one.port.id === port)),
  };
  const cache = createMemoryCache();
  const registry = new Registry(silentLog);
  registry.add('core', { widgets, summaries });
  const reads = registry.reads();
  const known = [mediaSessions, mediaPlayback, mediaUsers, mediaItems, mediaLibraries, opsHealth, opsJobs, opsNotices];
  const read = reads.flatMap(({ port }) => port ?? []);
  await declarePorts(
    cache,
    portsOf(
      [...known, ...corePorts, ...read],
      all.flatMap(({ integration }) => integration ?? []),
    ),
    reads,
  );
  let settings = {
    integrations: all,
    zone: ZONE,
    history: { minPlaySeconds: 60, resumeMinutes: 60, ignore: { users: [], libraries: [] } as Household['ignore'] },
    downloads: { stallMinutes: 10 },
    digest: { off: [] },
    people: [] as Household['people'],
    secrets: [],
  };

  /** A process over what the one before has left. */
  async function open() {
    const ops = new OpsSource(cache, clock, silentLog);
    await ops.open();
    const engine = new SyncEngine(sources, cache, clock, silentLog, settings, ops);
    const reader = new Reader(registry, sources, cache, engine, clock, settings, silentLog);
    const snapshots = new Snapshots(registry, reader, cache, clock, settings, silentLog, plainAddresses);
    engine.start();
    return { engine, snapshots };
  }

  let daemon: Awaited<ReturnType<typeof open>> | undefined;
  const scope = () => ({ now: clock.now(), zone: ZONE });
  return {
    async start(): Promise<void> {
      daemon = await open();
    },
    async stop(): Promise<void> {
      await daemon?.engine.stop();
      daemon = undefined;
    },
    /** The config was changed, and is read anew. */
    async apply({ people, ignore }: Household): Promise<void> {
      settings = { ...settings, people, history: { ...settings.history, ignore } };
      await daemon?.engine.apply([], settings);
      daemon?.snapshots.apply(settings);
    },
    /** Each server has these titles. */
    async shelve(source: string, titles: readonly Title[], at: string): Promise<void> {
      const items = titles.flatMap(({ id, name, library }) =>
        library === undefined ? [] : [{ id, title: name, kind: 'movie', libraryId: library, addedAt: at }],
      );
      const changes = [{ port: mediaItems.id, kind: 'replace' as const, items }];
      await cache.commit({ source, task: 'media.items', at, fills: [mediaItems.id], changes });
    },
    plays: () => cache.rows(mediaPlayback, {}, scope()),
    playtime: () => cache.rows(mediaPlaytime, {}, scope()),
    async widget(id: string, query: Query = {}): Promise<Readonly<Record<string, unknown>>> {
      if (daemon === undefined) throw new Error('the daemon is off');
      const given = { ...registry.widget(id)?.defaults, ...query };
      const { bytes } = await daemon.snapshots.payload(id, { limit: 100, zone: ZONE, sources: null, query: given });
      return JSON.parse(bytes.toString());
    },
  };
}

function sourceOf(server: ActedServer, plugin: AnyPlugin, clock: ManualClock): Source {
  const integration = plugin.create?.({
    id: server.name,
    config: { apiKey: 'acted' },
    settings: {},
    log: silentLog,
    clock,
    zone: ZONE,
    memo: (_key, _seconds, load) => load(),
    http: server.http,
  });
  if (integration === undefined) throw new Error(`${plugin.id} makes no integrations`);
  const tasks = (integration.tasks ?? []).filter(({ id }) => TASKS.includes(id));
  return { id: server.name, plugin, integration: { ...integration, tasks }, schedule: {}, timeoutMs: 10_000 };
}
