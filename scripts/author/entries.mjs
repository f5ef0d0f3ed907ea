/** The entry of `integrations:` that a plugin is tried with. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { core, refuse } from './command.mjs';

/**
 * The fields of a plugin's entry in a YAML file: a whole config of Sidelight's, the config of a case, or the bare fields.
 * `${NAME}` and `file:` are filled in as at a start.
 */
export async function entryIn(file, id) {
  const { substitute } = await core('config/substitute.js');
  const data = await dataIn(file);
  const entry = entryOf(data, id) ?? refuse(`${file} has no entry of the plugin ${id}`);
  const readSecret = (path) => readFileSync(resolve(dirname(file), path), 'utf8');
  const filled = substitute(entry, { env: process.env, readFile: readSecret });
  const [problem] = filled.problems;
  if (problem !== undefined) refuse(`${file}: ${problem.path.join('.')}: ${problem.text}`);
  return filled.data;
}

/** The steps of a file that is the config of a case; undefined: it has none. */
export const stepsIn = async (file) => {
  const data = await dataIn(file);
  return data?.integration === undefined ? undefined : data.steps;
};

async function dataIn(file) {
  const { parse } = await import('yaml');
  return existsSync(file) ? parse(readFileSync(file, 'utf8')) : refuse(`${file} does not exist`);
}

function entryOf(data, id) {
  if (typeof data !== 'object' || data === null) return undefined;
  if (data.integration !== undefined) return data.integration;
  if (data.integrations === undefined) return data;
  const entries = Object.entries(data.integrations ?? {});
  return entries.find(([name, entry]) => (entry?.plugin ?? name) === id)?.[1];
}

/** The entry of the case `ok`; without one the least that the schema takes. */
export async function sampleEntry(plugin, root) {
  const file = join(root, 'test', 'cases', 'ok', 'config.yaml');
  if (existsSync(file)) return entryIn(file, plugin.id);
  const { Create } = await import('typebox/value');
  const url = plugin.local === true ? {} : { url: `http://${plugin.id}.test` };
  return { ...url, ...Create(plugin.config) };
}

/** Settings with these entries and nothing else, checked as at a start. @throws config_invalid */
export async function settingsWith(entries, set, folder) {
  const { checkConfig } = await core('config/schema.js');
  const { configError } = await core('config/problem.js');
  const { settingsOf } = await core('config/to-settings.js');
  const draft = { data: { integrations: Object.fromEntries(entries) }, outside: new Set(), problems: [] };
  const checked = checkConfig(draft, set);
  const nowhere = { file: null, lineOf: () => null, origins: new Map() };
  if (checked.problems.length > 0) throw configError(checked.problems, nowhere);
  return settingsOf(checked, { file: null, folder, cwd: folder });
}
