/** The entry of `integrations:` that a plugin is tried with. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { core, refuse } from './command.mjs';

/**
 * The fields of a plugin's entry in a YAML file: a whole config of Sidelight's, the config of a case, or the bare fields.
 * `${NAME}` and `file:` are filled in as at a start.
 */
export async function entryIn(file, id) {
  const data = await dataIn(file);
  return filledIn(file, entryOf(data, id) ?? refuse(`${file} has no entry of the plugin ${id}`));
}

async function filledIn(file, fields) {
  const { substitute } = await core('config/substitute.js');
  const readSecret = (path) => readFileSync(resolve(dirname(file), path), 'utf8');
  const filled = substitute(fields, { env: process.env, readFile: readSecret });
  const [problem] = filled.problems;
  if (problem !== undefined) refuse(`${file}: ${problem.path.join('.')}: ${problem.text}`);
  return filled.data;
}

/** The settings of a plugin as a whole in a YAML file: of a whole config, or of the config of a case. */
export async function settingsIn(file, id) {
  const { integration, settings, plugins } = Object(await dataIn(file));
  const own = (integration === undefined ? Object(plugins)[id] : settings) ?? {};
  return filledIn(file, Object.fromEntries(Object.entries(own).filter(([name]) => name !== 'from')));
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

/** What a plugin is tried with: its entry and its settings, from the file, else from the case `ok`, else the least that it takes. */
export async function sampleOf(plugin, root, file) {
  const ok = join(root, 'test', 'cases', 'ok', 'config.yaml');
  const from = file ?? (existsSync(ok) ? ok : undefined);
  const { Create } = await import('typebox/value');
  const url = plugin.local === true ? {} : { url: `http://${plugin.id}.test` };
  if (from === undefined) {
    const settings = plugin.settings === undefined ? {} : Create(plugin.settings);
    return { entry: { ...url, ...Create(plugin.config) }, settings };
  }
  const entry = plugin.create === undefined ? {} : await entryIn(from, plugin.id);
  return { entry, settings: await settingsIn(from, plugin.id) };
}

/** Settings with this plugin and nothing else, checked as at a start, and the set in which it is in use. @throws config_invalid */
export async function settingsWith(plugin, { entry, settings }, set, folder) {
  const { checkConfig } = await core('config/schema.js');
  const { withNamed } = await core('config/check-plugins.js');
  const { configError } = await core('config/problem.js');
  const { settingsOf } = await core('config/to-settings.js');
  const plugins = { [plugin.id]: settings };
  const integrations = plugin.create === undefined ? {} : { [plugin.id]: entry };
  const inUse = withNamed(set, plugins);
  const checked = checkConfig({ data: { plugins, integrations }, outside: new Set(), problems: [] }, inUse);
  const nowhere = { file: null, lineOf: () => null, origins: new Map() };
  if (checked.problems.length > 0) throw configError(checked.problems, nowhere);
  return { settings: settingsOf(checked, { file: null, folder, cwd: folder }), set: inUse };
}
