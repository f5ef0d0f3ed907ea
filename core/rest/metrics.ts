/** The text of /metrics, in the Prometheus format. */
import type { Traffic } from '../http/traffic.js';
import type { Availability } from '../ops/availability.js';
import type { Source } from '../plugins/source.js';
import type { HttpDeps } from './deps.js';

type Deps = Pick<HttpDeps, 'sources' | 'engine' | 'cache' | 'clock' | 'version' | 'calls'>;

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsText(deps: Deps, traffic: Traffic): string {
  const { sources, engine, cache, version } = deps;
  const all = sources.all();
  const ports = [...new Set(all.flatMap(portsOf))].sort();
  const calls = [...(deps.calls?.() ?? [])];
  return [
    family('sidelight_info', 'gauge', 'The version that runs', [{ labels: { version }, value: 1 }]),
    family(
      'sidelight_integration_up',
      'gauge',
      'Whether the upstream answered when it was last asked',
      all.flatMap(({ id }) => upOf(id, engine.of(id).state)),
    ),
    family(
      'sidelight_sync_age_seconds',
      'gauge',
      'Age of the oldest synced data of the integration',
      all.flatMap((source) => ageOf(source, deps)),
    ),
    family(
      'sidelight_upstream_calls_total',
      'counter',
      'Requests sent to the upstream',
      calls.map(([source, value]) => ({ labels: { source }, value })),
    ),
    family(
      'sidelight_cache_generation',
      'gauge',
      'Moves with every commit that changed rows of the port',
      ports.map((port) => ({ labels: { port }, value: cache.generation(port) })),
    ),
    family(
      'sidelight_http_requests_total',
      'counter',
      'Requests answered',
      [...traffic.byStatus()].map(([status, value]) => ({ labels: { status: String(status) }, value })),
    ),
  ].join('');
}

/** Nothing for one that nobody has asked yet. */
const upOf = (source: string, state: Availability['state']): readonly Sample[] =>
  state === 'unknown' ? [] : [{ labels: { source }, value: state === 'up' ? 1 : 0 }];

const portsOf = (source: Source): readonly string[] =>
  (source.integration?.tasks ?? []).flatMap((task) => task.fills.map((port) => port.id));

/** Nothing for a source that has never been synced. */
function ageOf(source: Source, { cache, clock }: Deps): readonly Sample[] {
  const times = portsOf(source).flatMap((port) => cache.fetchedAt(port).get(source.id) ?? []);
  if (times.length === 0) return [];
  const oldest = Math.min(...times.map((time) => Date.parse(time)));
  return [{ labels: { source: source.id }, value: Math.max(0, (clock.now().getTime() - oldest) / 1000) }];
}

function family(name: string, type: 'gauge' | 'counter', help: string, samples: readonly Sample[]): string {
  const lines = samples.map(({ labels, value }) => `${name}{${labelText(labels)}} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

const labelText = (labels: Sample['labels']): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`)
    .join(',');
