/** What Prometheus takes as its configuration: the parts that the pack uses. `promtool` has the last word. */
import { type Static, Type } from '@sidelight/plugin-api';
import { parse } from 'yaml';
import { type Faults, repeated, shapeFaults, strict, textOf } from './rule.js';

const duration = Type.String({ pattern: '^\\d+(ms|s|m|h)$' });
const job = strict({
  job_name: textOf(1),
  scheme: Type.Enum(['http', 'https']),
  metrics_path: Type.String({ pattern: '^/\\S*$' }),
  scrape_interval: duration,
  authorization: strict({ type: Type.Literal('Bearer'), credentials_file: Type.String({ pattern: '^/\\S+$' }) }),
  static_configs: Type.Array(
    strict({ targets: Type.Array(Type.String({ pattern: '^([\\w.-]+|\\[[0-9a-f:.]+\\]):\\d+$' }), { minItems: 1 }) }),
    { minItems: 1 },
  ),
});
const config = strict({ scrape_configs: Type.Array(job, { minItems: 1 }) });

export type PrometheusConfig = Static<typeof config>;

export function prometheusFaults(text: string): Faults {
  const read = parse(text) as PrometheusConfig;
  const wrong = shapeFaults(config, read);
  if (wrong.length > 0) return wrong;
  return repeated(read.scrape_configs.map((one) => one.job_name)).map((name) => `two jobs are called ${name}`);
}
