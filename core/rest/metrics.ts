/** /metrics: what Sidelight counts of itself, how its integrations are, and every number of the homepage, for Prometheus. */
import { twinOf, UNKNOWN } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isRecord } from '../ground/path.js';
import type { Answered } from '../http/traffic.js';
import type { JobRow } from '../ops/job-row.js';
import type { Source } from '../plugins/source.js';
import { HOMEPAGE } from '../widgets/homepage.js';
import { defaultVariant } from '../widgets/variant.js';
import type { HttpDeps } from './deps.js';
import { EVENTS } from './routes.js';

export type MetricsDeps = Pick<
  HttpDeps,
  | 'sources'
  | 'engine'
  | 'cache'
  | 'clock'
  | 'version'
  | 'calls'
  | 'registry'
  | 'snapshots'
  | 'settings'
  | 'log'
  | 'onRun'
>;

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Seconds. */
const ANSWER_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 5];
const RUN_BUCKETS = [0.1, 0.5, 1, 5, 15, 60, 300];

type Watch = ReturnType<Histogram['labels']>;

/** Of the process: it has one, however many daemons tests start in it. */
let processRegistry: Registry | undefined;

export class Metrics {
  private readonly registry = new Registry();
  private readonly answers = this.counter('sidelight_http_requests_total', 'Requests answered', ['status']);
  private readonly latency = this.histogram('sidelight_http_request_duration_seconds', {
    help: 'Duration of requests, by route',
    labelNames: ['method', 'route'],
    buckets: ANSWER_BUCKETS,
  });
  private readonly runs = this.histogram('sidelight_sync_duration_seconds', {
    help: 'Duration of sync runs',
    labelNames: ['source', 'task', 'result'],
    buckets: RUN_BUCKETS,
  });
  private readonly calls = this.counter('sidelight_upstream_calls_total', 'Requests sent to the service', ['source']);
  private readonly errors = this.counter('sidelight_upstream_errors_total', 'Failed requests to the service', [
    'source',
    'code',
  ]);
  private readonly info = this.gauge('sidelight_info', 'The running version', ['version']);
  private readonly up = this.gauge('sidelight_integration_up', 'Whether the service answered the last request', [
    'source',
  ]);
  private readonly age = this.gauge('sidelight_sync_age_seconds', 'Age of the oldest synced data of the integration', [
    'source',
  ]);
  private readonly generation = this.gauge(
    'sidelight_cache_generation',
    'Increases with every commit that changed rows of the port',
    ['port'],
  );
  /** By status and by route, since to look for labels takes longer than to count. */
  private readonly statuses = new Map<number, Counter.Internal>();
  private readonly watches = new Map<string, Map<string, Watch>>();

  constructor(private readonly deps: MetricsDeps) {
    deps.onRun?.((source, row) => this.ran(source, row));
  }

  answered({ method, route = 'other', status, seconds }: Answered): void {
    const told = this.statuses.get(status) ?? this.answers.labels({ status: String(status) });
    this.statuses.set(status, told);
    told.inc();
    // How long a stream was open is no time that somebody waited.
    if (route === EVENTS) return;
    const ofRoute = this.watches.get(route) ?? new Map<string, Watch>();
    const watch = ofRoute.get(method) ?? this.latency.labels({ method, route });
    this.watches.set(route, ofRoute.set(method, watch));
    watch.observe(seconds);
  }

  private ran(source: string, { name, result, durationMs = 0 }: JobRow): void {
    this.runs.observe({ source, task: name, result }, durationMs / 1000);
  }

  /** As Prometheus reads it. */
  async text(): Promise<string> {
    this.look();
    const homepage = await this.homepage();
    processRegistry ??= processMetrics();
    return Registry.merge([this.registry, homepage, processRegistry]).metrics();
  }

  /** What is not counted as it happens. */
  private look(): void {
    const { sources, engine, cache, version, calls } = this.deps;
    for (const one of [this.info, this.up, this.age, this.generation, this.calls, this.errors]) one.reset();
    this.info.set({ version }, 1);
    for (const source of sources.all()) {
      const { state } = engine.of(source.id);
      // Nothing of one that nobody has asked yet.
      if (state !== 'unknown') this.up.set({ source: source.id }, state === 'up' ? 1 : 0);
      const age = this.ageOf(source);
      if (age !== null) this.age.set({ source: source.id }, age);
    }
    for (const port of new Set(sources.all().flatMap(portsOf))) this.generation.set({ port }, cache.generation(port));
    for (const [source, count] of calls?.all() ?? []) this.calls.inc({ source }, count);
    for (const [source, failures] of calls?.allFailed() ?? []) {
      for (const [code, count] of failures) this.errors.inc({ source, code }, count);
    }
  }

  /** null for a source that has never been synced. */
  private ageOf(source: Source): number | null {
    const { cache, clock } = this.deps;
    const times = portsOf(source).flatMap((port) => cache.fetchedAt(port).get(source.id) ?? []);
    if (times.length === 0) return null;
    const oldest = Math.min(...times.map((time) => Date.parse(time)));
    return Math.max(0, (clock.now().getTime() - oldest) / 1000);
  }

  /** Every number and flag of the homepage that is known. None while it cannot be made: that is told elsewhere. */
  private async homepage(): Promise<Registry> {
    const { snapshots, registry, settings, log } = this.deps;
    const made = new Registry();
    const widget = registry.widget(HOMEPAGE);
    if (widget === undefined) return made;
    try {
      const payload = snapshots.ready(HOMEPAGE) ?? (await snapshots.payload(HOMEPAGE, defaultVariant(settings.zone)));
      const fields: unknown = JSON.parse(payload.bytes.toString());
      if (!isRecord(fields)) return made;
      for (const [field, { description }] of Object.entries(described(widget.response.properties))) {
        const value = fields[field];
        if ((typeof value !== 'number' && typeof value !== 'boolean') || fields[twinOf(field)] === UNKNOWN) continue;
        const help = `${field} of the homepage${description === undefined ? '' : `: ${description}`}`;
        new Gauge({ name: nameOf(field), help, registers: [made] }).set(Number(value));
      }
    } catch (error) {
      log.debug('the metrics lack the homepage', { error: messageOf(error) });
    }
    return made;
  }

  private counter<T extends string>(name: string, help: string, labelNames: readonly T[]): Counter<T> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  private gauge<T extends string>(name: string, help: string, labelNames: readonly T[]): Gauge<T> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }

  private histogram<T extends string>(name: string, of: HistogramParts<T>): Histogram<T> {
    return new Histogram({ name, ...of, buckets: [...of.buckets], registers: [this.registry] });
  }
}

interface HistogramParts<T extends string> {
  readonly help: string;
  readonly labelNames: readonly T[];
  readonly buckets: readonly number[];
}

function processMetrics(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

const portsOf = (source: Source): readonly string[] =>
  (source.integration?.tasks ?? []).flatMap((task) => task.fills.map((port) => port.id));

const described = (properties: object): Readonly<Record<string, { readonly description?: string }>> =>
  Object.fromEntries(Object.entries(properties).filter(([, schema]) => isRecord(schema)));

/** `sessionsToday` → `sidelight_homepage_sessions_today`. */
const nameOf = (field: string): string =>
  `sidelight_homepage_${field.replace(/[A-Z]+/g, (capitals) => `_${capitals.toLowerCase()}`).replace(/\W/g, '_')}`;
