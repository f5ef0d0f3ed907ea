/** `sidelight plugins …`: which plugins there are and what they bring; adds, updates and removes those of others. */
import { statSync } from 'node:fs';
import type { AnyPlugin } from '@sidelight/plugin-api';
import { CodedError } from '../ground/errors.js';
import { installation } from '../ground/installation.js';
import { type AddedPlugin, addedFolder, addedPlugins, lockedIn } from '../plugins/added.js';
import { Installer } from '../plugins/installer.js';
import { loadPlugins } from '../plugins/load.js';
import { readManifest } from '../plugins/manifest.js';
import { newestFitting } from '../plugins/newer.js';
import type { LoadedPlugin } from '../plugins/plugin-set.js';
import { type Command, type CommandInput, needed, print } from './command.js';
import { coreSettingsFor, loadFor } from './settings.js';

type Subcommand = (input: CommandInput, args: readonly string[]) => Promise<number>;

const NO_MANIFEST = { version: undefined, apiRange: undefined };
const NEXT = 'Restart Sidelight or run `sidelight reload` to use it.';
const missing = (what: string, { usage }: CommandInput): string => `plugins: ${what} is missing\n  ${usage}`;
const isFromRegistry = ({ spec }: AddedPlugin): boolean => !spec.startsWith('file:');

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  async list(input) {
    const { plugins, settings } = await loadFor(input);
    const added = new Map(addedPlugins(addedFolder(settings.dataDir)).map((one) => [one.name, one]));
    for (const loaded of plugins.loaded) {
      const own = added.get(loaded.origin);
      const newer = own === undefined || !isFromRegistry(own) ? [] : [await newerText(own, input)];
      print(input.out, [...describe(loaded), ...newer].join('\n    '));
    }
    for (const { origin, message } of plugins.failures) print(input.out, `FAIL  ${origin}  ${message}`);
    return plugins.failures.length === 0 ? 0 : 1;
  },

  async add(input, [what]) {
    const home = homeOf(input);
    const before = versionsIn(home);
    const plugin = await installerFor(input, home).add(needed(what, missing('what to add', input)));
    await told(input, plugin, home, before.get(plugin.name));
    return 0;
  },

  async update(input, [what]) {
    const home = homeOf(input);
    const added = what === undefined ? addedPlugins(home) : [await addedAs(what, home)];
    for (const plugin of added) await update(plugin, home, input);
    if (added.length === 0) print(input.out, 'No third-party plugins installed.');
    return 0;
  },

  async remove(input, [what]) {
    const home = homeOf(input);
    const { name } = await addedAs(needed(what, missing('the package', input)), home);
    await demandUnused(name, input);
    await installerFor(input, home).remove(name);
    print(input.out, `removed ${name}. Restart Sidelight or run \`sidelight reload\`.`);
    await tellMisfit(input);
    return 0;
  },
};

export const plugins: Command = async (input) => {
  const [name = 'list', ...args] = input.args;
  const subcommand = SUBCOMMANDS[name];
  if (subcommand === undefined) throw new CodedError('usage', `plugins: unknown "${name}"\n  ${input.usage}`);
  return subcommand(input, args);
};

/** By the name of its package, or by the id that `plugins list` and the YAML name. @throws plugin_install */
async function addedAs(what: string, home: string): Promise<AddedPlugin> {
  const all = addedPlugins(home);
  const { loaded } = await loadPlugins([], home, { installation, added: () => all });
  const origin = loaded.find(({ plugin }) => plugin.id === what)?.origin;
  const found = all.find(({ name }) => name === what) ?? all.find(({ name }) => name === origin);
  if (found !== undefined) return found;
  const others = all.length === 0 ? 'none was' : `these were: ${all.map(({ name }) => name).join(', ')}`;
  throw new CodedError('plugin_install', `${what} was not installed with this command; ${others}`);
}

const homeOf = (input: CommandInput): string => addedFolder(coreSettingsFor(input).dataDir);

const installerFor = ({ cwd, env }: CommandInput, home: string): Installer =>
  new Installer({
    home,
    cwd,
    env,
    async verdict(plugin, stage) {
      const others = addedPlugins(stage).filter(({ name }) => name !== plugin.name);
      const added = () => [...others, plugin];
      const { failures } = await loadPlugins([], stage, { installation, added });
      return failures.find(({ origin }) => origin === plugin.name)?.message;
    },
  });

async function update(plugin: AddedPlugin, home: string, input: CommandInput): Promise<void> {
  const { name } = plugin;
  if (!isFromRegistry(plugin)) {
    print(input.out, `${name} came from a file: add the new one with \`sidelight plugins add <file or folder>\``);
    return;
  }
  const version = await newestFitting(name, plugin.spec, input);
  if (version === undefined) {
    print(input.out, `${name} ${plugin.spec} is the newest compatible version`);
    return;
  }
  const before = versionsIn(home).get(name);
  await told(input, await installerFor(input, home).add(`${name}@${version}`), home, before);
}

/** Package → the version that is installed. */
const versionsIn = (home: string): ReadonlyMap<string, string> =>
  new Map([...lockedIn(home)].map(([path, { version }]) => [path.replace(/^node_modules\//, ''), version]));

/** A config that names what is gone would keep Sidelight from starting. */
async function demandUnused(name: string, input: CommandInput): Promise<void> {
  const loaded = await loadFor(input).catch((error: unknown) => {
    // A config that is wrong already, perhaps for this plugin's sake, is no reason to keep it.
    if (error instanceof CodedError) return undefined;
    throw error;
  });
  if (loaded === undefined) return;
  const { settings, plugins: set } = loaded;
  const plugin = set.loaded.find(({ origin }) => origin === name)?.plugin;
  const users = settings.integrations.filter((entry) => entry.plugin === plugin?.id);
  if (users.length === 0) return;
  const places = users.map(({ id }) => `integrations.${id}`).join(' and ');
  throw new CodedError('plugin_install', `${name} was not removed: take ${places} out of the config first`);
}

async function told(
  input: CommandInput,
  { name, folder }: AddedPlugin,
  home: string,
  before: string | undefined,
): Promise<void> {
  const { out } = input;
  const { loaded } = await loadPlugins([], home, { installation, added: () => addedPlugins(home) });
  const plugin = loaded.find(({ origin }) => origin === name);
  const pinned = lockedIn(home).get(`node_modules/${name}`);
  const what = before === undefined ? `added ${name}` : `replaced ${name} ${before} by`;
  print(out, `${what} ${pinned?.version ?? ''} (${pinned?.integrity?.slice(0, 20) ?? ''}…) in ${folder}`);
  if (plugin === undefined) return;
  for (const line of describe(plugin).slice(1)) print(out, `  ${line}`);
  const { id, create } = plugin.plugin;
  if (create !== undefined) print(out, `Add an entry under integrations: with plugin: ${id}, unless there is one.`);
  // A module is loaded once: what it was before stays in a running daemon.
  print(out, before === undefined ? NEXT : 'Restart Sidelight to use it.');
  await tellMisfit(input);
}

/** What the change makes of the config: a new plugin may need settings, and one that is gone may still have some. */
async function tellMisfit(input: CommandInput): Promise<void> {
  try {
    await loadFor(input);
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    print(input.err, `Correct the config before the next start: ${error.message}`);
  }
}

/** A line about what it is, then one about what it asks for, and one about what it brings. */
function describe({ plugin, origin, folder }: LoadedPlugin): readonly string[] {
  // A plugin may be one file, which has no manifest.
  const { version, apiRange } = statSync(folder).isDirectory() ? readManifest(folder) : NO_MANIFEST;
  const api = plugin.api === undefined ? '' : `, made with ${plugin.api}`;
  return [
    `${plugin.id.padEnd(20)}  ${plugin.title.padEnd(20)}  ${version ?? 'no version'}  ${origin}`,
    `plugin API ${apiRange ?? 'any'}${api}`,
    `adds ${brought(plugin).join('; ') || 'nothing'}`,
  ];
}

function brought(plugin: AnyPlugin): readonly string[] {
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['widgets', (plugin.widgets ?? []).map(({ id }) => id)],
    ['homepage', (plugin.summaries ?? []).map(({ id }) => id)],
    ['digest rules', (plugin.digestRules ?? []).map(({ id }) => id)],
    ['lookups', (plugin.lookups ?? []).map(({ path }) => path)],
    ['packs', (plugin.packs ?? []).map(({ id }) => id)],
    ['aliases', (plugin.aliases ?? []).map(({ path }) => path)],
  ];
  const named = lists.filter(([, ids]) => ids.length > 0).map(([what, ids]) => `${what}: ${ids.join(', ')}`);
  return [...(plugin.create === undefined ? [] : ['integrations']), ...named];
}

async function newerText(plugin: AddedPlugin, input: CommandInput): Promise<string> {
  try {
    const version = await newestFitting(plugin.name, plugin.spec, input);
    if (version === undefined) return 'up to date';
    return `${version} is available: sidelight plugins update ${plugin.name}`;
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    return `could not check for a newer version: ${error.message}`;
  }
}
