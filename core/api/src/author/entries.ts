/** The entry of `integrations:` and the settings that a plugin is tried with. */
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

/** What a plugin is tried with. */
export interface Sample {
  readonly entry: Entry;
  /** Those of the plugin as a whole. */
  readonly settings: Entry;
}

/**
 * The fields of a plugin's entry in a YAML file: a whole config of Sidelight's, the config of a case, or the bare fields.
 * `${NAME}` and `file:` are filled in as at a start.
 */
export const entryIn = (file: string, id: string): Entry =>
  filledIn(file, entryOf(dataIn(file), id) ?? refuse(`${file} has no entry for the plugin ${id}`));

/** The settings of a plugin as a whole in a YAML file: of a whole config, or of the config of a case. */
export function settingsIn(file: string, id: string): Entry {
  const data = dataIn(file);
  const { integration, settings, plugins } = isRecord(data) ? data : {};
  const own = integration === undefined && isRecord(plugins) ? plugins[id] : settings;
  const fields = Object.entries(isRecord(own) ? own : {}).filter(([name]) => name !== 'from');
  return filledIn(file, Object.fromEntries(fields));
}

function filledIn(file: string, fields: Entry): Entry {
  const readFile = (path: string): string => readFileSync(resolve(dirname(file), path), 'utf8');
  const { data, problems } = substitute(fields, { env: process.env, readFile });
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

/** From the file, else from the case `ok`, else the least that the plugin takes. */
export function sampleOf(plugin: AnyPlugin, root: string, file?: string): Sample {
  const ok = join(root, 'test', 'cases', 'ok', 'config.yaml');
  const from = file ?? (existsSync(ok) ? ok : undefined);
  if (from === undefined) return leastOf(plugin);
  return { entry: plugin.create === undefined ? {} : entryIn(from, plugin.id), settings: settingsIn(from, plugin.id) };
}

function leastOf({ id, local, config, settings }: AnyPlugin): Sample {
  const url = local === true ? {} : { url: `http://${id}.test` };
  return {
    entry: { ...url, ...(Create(config) as Entry) },
    settings: settings === undefined ? {} : (Create(settings) as Entry),
  };
}
