/** A few sources over hand-made ports, with everything between them and the bytes of a widget. */
import 'reflect-metadata';
import {
  type ActionHandler,
  type AnyPort,
  cleanupItems,
  type DigestItem,
  defineDigestRule,
  definePlugin,
  definePort,
  defineWidget,
  type Integration,
  mediaSessions,
  type Query,
  type Reads,
  type RenderContext,
  type RouteFragment,
  type SyncTask,
  Type,
} from '@sidelight/plugin-api';
import type { Cache, Scope } from '#core/cache/cache.js';
import { createMemoryCache } from '#core/cache/memory.js';
import { corePlays } from '#core/derivations/core-plays.js';
import { silentLog } from '#core/ground/log.js';
import type { Source, Sources } from '#core/plugins/source.js';
import type { Availabilities, Availability } from '#core/sync/availability.js';
import { type Plans, planOf, type SourcePlan } from '#core/sync/task-plan.js';
import { Reader } from '#core/widgets/reader.js';
import { Registry } from '#core/widgets/registry.js';
import { Snapshots } from '#core/widgets/snapshots.js';
import { defaultVariant, type Variant } from '#core/widgets/variant.js';
import { manualClock } from '../../support/manual-clock.js';
import { plainAddresses } from '../../support/pictures.js';

export const things = definePort({
  id: 'test.things',
  keep: 'snapshot',
  key: (thing) => thing.id,
  at: (thing) => thing.seenAt,
  index: ['id', 'size', 'colour'],
  item: Type.Object({
    id: Type.String(),
    size: Type.Integer(),
    colour: Type.Optional(Type.String()),
    seenAt: Type.Optional(Type.String()),
  }),
});

export const events = definePort({
  id: 'test.events',
  keep: 'log',
  key: (event) => event.id,
  at: (event) => event.at,
  index: ['id', 'who'],
  item: Type.Object({ id: Type.String(), who: Type.String(), at: Type.String() }),
});

export const facts = definePort({
  id: 'ops.facts',
  keep: 'snapshot',
  key: (fact) => fact.id,
  item: Type.Object({ id: Type.String() }),
});

const ports: readonly AnyPort[] = [things, events, facts, cleanupItems, mediaSessions, corePlays];
export const ZONE = 'UTC';
export const everyone: Variant = defaultVariant(ZONE);

const plugin = definePlugin({
  id: 'test',
  title: 'Test',
  config: Type.Object({}),
  create: () => ({ check: async () => ({}) }),
});

export const fillTask = (port: AnyPort, every: SyncTask['every'] = '30s', more: Partial<SyncTask> = {}): SyncTask => ({
  id: port.id,
  every,
  fills: [port],
  run: async () => undefined,
  ...more,
});

export interface SourceParts {
  readonly tasks?: readonly SyncTask[];
  readonly fragments?: readonly RouteFragment[];
  readonly actions?: readonly ActionHandler[];
  readonly schedule?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly integration?: null;
}

export const makeSource = (id: string, parts: SourceParts = {}): Source => ({
  id,
  plugin,
  schedule: parts.schedule ?? {},
  timeoutMs: parts.timeoutMs ?? 10_000,
  integration: parts.integration === null ? null : integrationOf(parts),
});

const integrationOf = ({ tasks = [], fragments = [], actions = [] }: SourceParts): Integration => ({
  check: async () => ({}),
  tasks,
  fragments,
  actions,
});

const sourcesOf = (list: () => readonly Source[]): Sources => ({
  all: list,
  get: (id) => list().find((source) => source.id === id),
  filling: (port) =>
    list().filter(({ integration }) => integration?.tasks?.some(({ fills }) => fills.some(({ id }) => id === port))),
  serving: (port) =>
    list().filter(({ integration }) => integration?.fragments?.some((fragment) => fragment.port.id === port)),
});

class FakeEngine implements Availabilities, Plans {
  readonly states = new Map<string, Availability['state']>();
  readonly downSince = new Map<string, string>();
  readonly backingOff = new Set<string>();
  /** "id: ok", "id: unreachable …" */
  readonly reports: string[] = [];

  of(source: string): Availability {
    const since = this.downSince.get(source);
    return { state: this.states.get(source) ?? 'up', ...(since === undefined ? {} : { since }) };
  }
  goDown(source: string, since: Date): void {
    this.states.set(source, 'down');
    this.downSince.set(source, since.toISOString());
  }
  planOf(source: Source): SourcePlan {
    return planOf(source, ZONE);
  }
  mayAsk(source: string): boolean {
    return !this.backingOff.has(source);
  }
  report(source: string, error: unknown): void {
    this.reports.push(`${source}: ${error === null ? 'ok' : error instanceof Error ? error.message : String(error)}`);
  }
}

/** The cache in memory, which counts what it is asked, and fails when told to. */
async function spy() {
  const cache = createMemoryCache();
  for (const port of ports) await cache.declare(port);
  const asked: { readonly port: string; readonly scope: Scope }[] = [];
  const state = { fails: false };
  const note = (port: AnyPort, scope: Scope): void => {
    asked.push({ port: port.id, scope });
    if (state.fails) throw new Error('the database is locked');
  };
  const spied: Cache = Object.assign(Object.create(cache) as Cache, {
    rows: async (port: AnyPort, query: Query, scope: Scope) => {
      note(port, scope);
      return cache.rows(port, query, scope);
    },
    tally: async (port: AnyPort, query: Query, scope: Scope) => {
      note(port, scope);
      return cache.tally(port, query, scope);
    },
  });
  return { cache: spied, asked, state };
}

export async function makeScene(list: readonly Source[], off: readonly string[] = []) {
  const clock = manualClock();
  const { cache, asked, state } = await spy();
  const setup = { sources: list };
  const sources = sourcesOf(() => setup.sources);
  const availabilities = new FakeEngine();
  const registry = new Registry(silentLog);
  const settings = { zone: ZONE, digest: { off }, people: [] };
  const reader = new Reader(registry, sources, cache, availabilities, clock, settings, silentLog);
  const snapshots = new Snapshots(registry, reader, cache, clock, settings, silentLog, plainAddresses);
  /** A run of the source's task for a port, now. */
  const sync = (source: string, port: AnyPort, items: readonly object[]) =>
    cache.commit({
      source,
      task: port.id,
      at: clock.now().toISOString(),
      fills: [port.id],
      changes: [{ port: port.id, kind: port.keep === 'log' ? 'append' : 'replace', items }],
    });
  const parsed = async (id: string, variant = everyone): Promise<Record<string, unknown>> =>
    JSON.parse((await snapshots.payload(id, variant)).bytes.toString());
  return { clock, cache, asked, state, setup, availabilities, registry, reader, snapshots, sync, parsed };
}

export type Scene = Awaited<ReturnType<typeof makeScene>>;

/** A widget with one number, `n`, made of its answers. */
export const counter = <const R extends Reads>(
  id: string,
  reads: R,
  render: (answers: Readonly<Record<keyof R, unknown>>, context: RenderContext) => number,
) =>
  defineWidget({
    id,
    summary: `Counts for ${id}`,
    reads,
    response: Type.Object({ n: Type.Integer() }),
    render: (answers, context) => ({ n: render(answers as Readonly<Record<keyof R, unknown>>, context) }),
  });

export const rule = (id: string, evaluate: (context: RenderContext) => readonly DigestItem[]) =>
  defineDigestRule({ id, reads: {}, evaluate: (_, context) => evaluate(context) });
