/**
 * From a YAML file to settings. The YAML names the third-party plugins and the plugins bring the schema, so it goes:
 * find, read, substitute, override; load the plugins; check everything; convert.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pointerOf } from '../ground/path.js';
import { demandAll, type PluginSet } from '../plugins/plugin-set.js';
import type { Settings } from '../settings/settings.js';
import { findConfig } from './find.js';
import { type ConfigFlags, type Environment, override } from './overrides.js';
import { configError } from './problem.js';
import { type ConfigDocument, emptyDocument, readConfig } from './read.js';
import { checkConfig, type Draft } from './schema.js';
import { substitute } from './substitute.js';
import { settingsOf } from './to-settings.js';

/** Loads the bundled plugins and those that the config names; `folder` is where its relative paths begin. */
export type PluginLoader = (named: readonly string[], folder: string) => Promise<PluginSet>;

export interface LoadInput {
  readonly flags: ConfigFlags;
  readonly env: Environment;
  readonly cwd: string;
  readonly plugins: PluginLoader;
}

export interface LoadedSettings {
  readonly settings: Settings;
  readonly plugins: PluginSet;
}

/** @throws config_missing, config_syntax, config_secret, config_invalid (with every error), plugin_failed (strict) */
export async function loadSettings(input: LoadInput): Promise<LoadedSettings> {
  const { flags, env, cwd } = input;
  const file = findConfig({ flag: flags.config, env, cwd });
  const document = file === null ? emptyDocument : readConfig(file);
  const folder = file === null ? cwd : dirname(file);
  const { draft, origins } = prepare(document, folder, input);

  const plugins = await input.plugins(namedPlugins(draft.data), folder);
  const checked = checkConfig(draft, plugins);
  if (checked.problems.length > 0) throw configError(checked.problems, { file, lineOf: document.lineOf, origins });
  if (flags.strict === true) demandAll(plugins);
  return { settings: settingsOf(checked, { file, folder, cwd }), plugins };
}

function prepare(
  document: ConfigDocument,
  folder: string,
  { flags, env, cwd }: LoadInput,
): { draft: Draft; origins: ReadonlyMap<string, string> } {
  const filled = substitute(document.data, { env, readFile: (path) => readSecret(resolve(folder, path)) });
  const { data, origins } = override(filled.data, flags, env, cwd);
  const outside = new Set([...filled.outside, ...origins.keys()]);
  const problems = filled.problems.filter(({ path }) => !origins.has(pointerOf(path)));
  return { draft: { data, outside, problems }, origins };
}

/** What `plugins:` lists, as far as it can be told before the schema is known. */
function namedPlugins(data: Readonly<Record<string, unknown>>): readonly string[] {
  const named = data['plugins'];
  return Array.isArray(named) ? named.filter((one): one is string => typeof one === 'string' && one !== '') : [];
}

/** Larger files are no secrets: the path is wrong. */
const MAX_SECRET_BYTES = 65_536;

function readSecret(path: string): string {
  if (statSync(path).size > MAX_SECRET_BYTES) throw new Error(`${path} is larger than 64 KiB`);
  return readFileSync(path, 'utf8');
}
