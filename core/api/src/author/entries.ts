/** The entry of `integrations:` that a plugin is tried with. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Create } from 'typebox/value';
import { parse } from 'yaml';
import { isRecord } from '../host/is-record.js';
import { substitute } from '../host/substitute.js';
import type { AnyPlugin } from '../plugin.js';
import type { Step } from '../testing/case-steps.js';
import type { Entry } from '../testing/sample-config.js';
import { refuse } from './command.js';

/**
 * The fields of a plugin's entry in a YAML file: a whole config of Sidelight's, the config of a case, or the bare fields.
 * `${NAME}` and `file:` are filled in as at a start.
 */
export function entryIn(file: string, id: string): Entry {
  const entry = entryOf(dataIn(file), id) ?? refuse(`${file} has no entry of the plugin ${id}`);
  const readFile = (path: string): string => readFileSync(resolve(dirname(file), path), 'utf8');
  const { data, problems } = substitute(entry, { env: process.env, readFile });
  const [problem] = problems;
  if (problem !== undefined) refuse(`${file}: ${problem.path.join('.')}: ${problem.text}`);
  return data;
}

/** The steps of a file that is the config of a case; undefined: it has none. */
export function stepsIn(file: string): readonly Step[] | undefined {
  const data = dataIn(file);
  return isRecord(data) && data['integration'] !== undefined ? (data['steps'] as readonly Step[]) : undefined;
}

const dataIn = (file: string): unknown =>
  existsSync(file) ? parse(readFileSync(file, 'utf8')) : refuse(`${file} does not exist`);

function entryOf(data: unknown, id: string): Entry | undefined {
  if (!isRecord(data)) return undefined;
  const { integration, integrations } = data;
  if (integration !== undefined) return isRecord(integration) ? integration : undefined;
  if (integrations === undefined) return data;
  const entries = Object.entries(isRecord(integrations) ? integrations : {});
  const found = entries.find(([name, entry]) => ((isRecord(entry) ? entry['plugin'] : undefined) ?? name) === id)?.[1];
  return isRecord(found) ? found : undefined;
}

/** The entry of the case `ok`; without one the least that the schema takes. */
export function sampleEntry(plugin: AnyPlugin, root: string): Entry {
  const file = join(root, 'test', 'cases', 'ok', 'config.yaml');
  if (existsSync(file)) return entryIn(file, plugin.id);
  if (plugin.create === undefined) return {};
  const url = plugin.local === true ? {} : { url: `http://${plugin.id}.test` };
  return { ...url, ...(Create(plugin.config) as Entry) };
}
