/**
 * From a YAML file to settings. The YAML names the third-party plugins and the plugins bring the schema, so it goes:
 * find, read, substitute, override; load the plugins; check everything; convert.
 */
import { demandAll, type PluginSet } from '../plugins/plugin-set.js';
import type { Settings } from '../settings/settings.js';
import { withNamed } from './check-plugins.js';
import { type DraftInput, readDraft, type Unwritten } from './draft.js';
import { namedPlugins } from './named-plugins.js';
import { configError } from './problem.js';
import { checkConfig } from './schema.js';
import { dataDirOf, settingsOf } from './to-settings.js';

/**
 * Loads the bundled plugins, those that the config names, and those that were added below the data folder; `folder` is
 * where relative paths of the config begin.
 */
export type PluginLoader = (named: readonly string[], folder: string, dataDir: string) => Promise<PluginSet>;

export interface LoadInput extends DraftInput {
  readonly plugins: PluginLoader;
}

export interface LoadedSettings {
  readonly settings: Settings;
  readonly plugins: PluginSet;
}

/** Loads the config of a daemon: as it is written, or as it would be. */
export type ConfigLoader = (unwritten?: Unwritten) => Promise<LoadedSettings>;

/** @throws config_missing, config_syntax, config_secret, config_invalid (with every error), plugin_failed (strict) */
export async function loadSettings(input: LoadInput): Promise<LoadedSettings> {
  const { draft, origin, place } = readDraft(input);
  const { plugins: named, data } = draft.data;
  const origins = namedPlugins(named).flatMap(({ from }) => from ?? []);
  const loaded = await input.plugins(origins, origin.folder, dataDirOf(data, origin));
  const plugins = withNamed(loaded, named);
  const checked = checkConfig(draft, plugins);
  if (checked.problems.length > 0) throw configError(checked.problems, place);
  if (input.flags.strict === true) demandAll(plugins);
  return { settings: settingsOf(checked, origin), plugins };
}
