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
const NEXT = 'Restart Sidelight to use it, or send it SIGHUP.';
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
    const plugin = await installerFor(input, home).add(needed(what, missing('what to add', input)));
    await told(input, 'added', plugin, home);
    return 0;
  },

  async update(input, [name]) {
    const home = homeOf(input);
    const added = addedPlugins(home).filter((one) => name === undefined || one.name === name);
    if (name !== undefined && added.length === 0)
      throw new CodedError('plugin_install', `${name} was not added by this command`);
    for (const plugin of added) await update(plugin, home, input);
    if (added.length === 0) print(input.out, 'No plugin was added as yet.');
    return 0;
  },

  async remove(input, [what]) {
    const home = homeOf(input);
    const name = needed(what, missing('the package', input));
    await installerFor(input, home).remove(name);
    print(input.out, `removed ${name}. ${NEXT}`);
    return 0;
  },
};

export const plugins: Command = async (input) => {
  const [name = 'list', ...args] = input.args;
  const subcommand = SUBCOMMANDS[name];
  if (subcommand === undefined) throw new CodedError('usage', `plugins: there is no "${name}"\n  ${input.usage}`);
  return subcommand(input, args);
};

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
    print(input.out, `${name} ${plugin.spec} is the newest that fits`);
    return;
  }
  await told(input, 'updated', await installerFor(input, home).add(`${name}@${version}`), home);
}

async function told(
  { out }: CommandInput,
  what: 'added' | 'updated',
  { name, folder }: AddedPlugin,
  home: string,
): Promise<void> {
  const { loaded } = await loadPlugins([], home, { installation, added: () => addedPlugins(home) });
  const plugin = loaded.find(({ origin }) => origin === name);
  const pinned = lockedIn(home).get(`node_modules/${name}`);
  print(out, `${what} ${name} ${pinned?.version ?? ''} (${pinned?.integrity?.slice(0, 20) ?? ''}…) in ${folder}`);
  if (plugin === undefined) return;
  for (const line of describe(plugin).slice(1)) print(out, `  ${line}`);
  const { id, create } = plugin.plugin;
  if (create !== undefined) print(out, `Name it in an entry of integrations: (plugin: ${id}), if none does as yet.`);
  print(out, what === 'updated' ? 'Restart Sidelight to use it.' : NEXT);
}

/** A line about what it is, then one about what it asks for, and one about what it brings. */
function describe({ plugin, origin, folder }: LoadedPlugin): readonly string[] {
  // A plugin may be one file, which has no manifest.
  const { version, apiRange } = statSync(folder).isDirectory() ? readManifest(folder) : NO_MANIFEST;
  const api = plugin.api === undefined ? '' : `, made with ${plugin.api}`;
  return [
    `${plugin.id.padEnd(20)}  ${plugin.title.padEnd(20)}  ${version ?? 'no version'}  ${origin}`,
    `plugin API ${apiRange ?? 'any'}${api}`,
    `brings ${brought(plugin).join('; ') || 'nothing'}`,
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
    if (version === undefined) return 'no newer version fits';
    return `${version} is newer and fits: sidelight plugins update ${plugin.name}`;
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    return `whether there is a newer one is not known: ${error.message}`;
  }
}
