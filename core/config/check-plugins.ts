/** `plugins:` held against what was loaded: each id is a plugin's, and the settings are those that it declares. */
import { type AnyPlugin, Type } from '@sidelight/plugin-api';
import { nearest } from '../ground/nearest.js';
import { failureFor, type LoadedPlugin, type PluginSet, pluginNamed } from '../plugins/plugin-set.js';
import { configValidator } from '../settings/validator.js';
import { checkValue } from './check-values.js';
import { type Fields, type NamedPlugin, namedPlugins } from './named-plugins.js';
import type { Problem } from './problem.js';
import { secretsIn, textsIn } from './secrets.js';

export interface PluginsInput {
  /** As in the config. */
  readonly named: unknown;
  readonly plugins: PluginSet;
  /** Ids of the plugins that entries of `integrations:` name. */
  readonly connected: ReadonlySet<string>;
  readonly outside: ReadonlySet<string>;
  readonly settled: ReadonlySet<string>;
}

export interface CheckedPlugins {
  /** Plugin id → its settings, complete with defaults; of the plugins that are in use. */
  readonly settings: Readonly<Record<string, Fields>>;
  readonly problems: readonly Problem[];
  readonly secrets: readonly string[];
}

const NONE = Type.Object({});

/** What is not named has its defaults; where there are none, what is in use has to be named. */
export function checkPlugins(input: PluginsInput): CheckedPlugins {
  const { plugins, connected } = input;
  const entries = namedPlugins(input.named).filter(({ id }) => id !== undefined);
  const strange = entries.flatMap((entry) => misnamed(entry, plugins));
  const known = plugins.loaded.filter(({ plugin, named }) => named === true || connected.has(plugin.id));
  const checked = known.map(({ plugin }) => checkSettings(plugin, entries, input));
  const waiting = entries.filter(({ id = '' }) => pluginNamed(plugins, id) === undefined);
  return {
    settings: Object.fromEntries(checked.map(({ id, settings }) => [id, settings])),
    problems: [...strange, ...checked.flatMap(({ problems }) => problems)],
    secrets: [...checked.flatMap(({ secrets }) => secrets), ...waiting.flatMap(({ settings }) => textsIn(settings))],
  };
}

/** Those of the map are in use, too. */
export function withNamed(set: PluginSet, named: unknown): PluginSet {
  const ids = new Set(namedPlugins(named).map(({ id }) => id));
  const mark = (loaded: LoadedPlugin): LoadedPlugin =>
    ids.has(loaded.plugin.id) ? { ...loaded, named: true } : loaded;
  return { ...set, loaded: set.loaded.map(mark) };
}

/** The name before the colon has to be that of the plugin. */
function misnamed({ id = '', from, path }: NamedPlugin, plugins: PluginSet): readonly Problem[] {
  const meant = plugins.loaded.find(({ origin }) => origin === from)?.plugin.id;
  if (meant !== undefined && meant !== id) {
    return [{ kind: 'invalid', path, text: `${from} is the plugin ${meant}: write ${meant} instead of ${id}` }];
  }
  if (pluginNamed(plugins, id) !== undefined || failureFor(plugins, id) !== undefined) return [];
  if (plugins.failures.some(({ origin }) => origin === from)) return [];
  const near = nearest(
    id,
    plugins.loaded.map(({ plugin }) => plugin.id),
  );
  const advice = near === undefined ? 'give its package or path with from:' : `did you mean ${near}?`;
  return [{ kind: 'invalid', path, text: `no plugin is called ${id}; ${advice}` }];
}

function checkSettings(
  { id, settings: schema = NONE }: AnyPlugin,
  entries: readonly NamedPlugin[],
  { outside, settled }: PluginsInput,
) {
  const entry = entries.find((one) => one.id === id);
  const settings: Fields = structuredClone(entry?.settings ?? {});
  const problems = checkValue({
    base: ['plugins', id],
    validate: configValidator(schema),
    value: settings,
    alsoKnown: ['from'],
    outside,
    settled,
  });
  return { id, settings, problems, secrets: secretsIn(schema, settings) };
}
