/** Loads plugins in five stages: resolve, API range, import, shape, schema. One that fails a stage says so; the others go on. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyPlugin, API_VERSION } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { defaultExport, misshape } from '@sidelight/plugin-api/host';
import major from 'semver/functions/major.js';
import minor from 'semver/functions/minor.js';
import intersects from 'semver/ranges/intersects.js';
import minVersion from 'semver/ranges/min-version.js';
import validRange from 'semver/ranges/valid.js';
import { CodedError } from '../ground/errors.js';
import { isRecord } from '../ground/path.js';
import { within } from '../time/deadline.js';
import type { AddedPlugin } from './added.js';
import { inFolder, type Located, locate } from './locate.js';
import { readManifest } from './manifest.js';
import type { LoadedPlugin, PluginFailure, PluginSet } from './plugin-set.js';
import { findsContract, provideContract } from './provide.js';
import { unusableSchema } from './usable-schema.js';

export interface LoadOptions {
  /** The folder of this installation. */
  readonly installation: string;
  /** Those that lie below the data folder: they need no line in the config. */
  readonly added?: () => readonly AddedPlugin[];
  /** How long a plugin's module may take to load. */
  readonly importMs?: number;
}

const IMPORT_MS = 10_000;

/**
 * The bundled plugins, those that the config names, and those that were added. Never throws.
 * @param folder where relative paths of the config begin
 */
export async function loadPlugins(
  named: readonly string[],
  folder: string,
  { installation, added = () => [], importMs = IMPORT_MS }: LoadOptions,
): Promise<PluginSet> {
  const bundled = bundledFolders(installation).map((path) => ({
    origin: relative(installation, path),
    id: basename(path),
    isOwn: true,
    find: (): Located => ({ folder: path, ...readManifest(path) }),
  }));
  const others = named.map((origin) => ({ origin, named: true, find: () => locate(origin, { folder, installation }) }));
  const own = listed(added);
  // One that the config names as well is the one that the config means.
  const isUnnamed = ({ origin }: Candidate): boolean => !named.includes(origin);
  const outcomes = await Promise.all(
    [...bundled, ...others, ...own.filter(isUnnamed)].map((one) => load(one, importMs)),
  );
  return withoutDuplicates(outcomes);
}

interface Candidate {
  /** As the user knows it. */
  readonly origin: string;
  /** As far as it can be told before the plugin is asked. */
  readonly id?: string;
  /** Bundled: what its config declares is held by tests, not again at each start. */
  readonly isOwn?: boolean;
  /** The config names it, or it was added: see LoadedPlugin. */
  readonly named?: boolean;
  find(): Located;
}

function listed(added: () => readonly AddedPlugin[]): readonly Candidate[] {
  try {
    return added().map(({ name, folder }) => ({ origin: name, named: true, find: () => inFolder(folder) }));
  } catch (error) {
    const fail = (): never => {
      throw error;
    };
    return [{ origin: 'below the data folder', find: fail }];
  }
}

async function load(
  { origin, id, isOwn = false, named = false, find }: Candidate,
  importMs: number,
): Promise<LoadedPlugin | PluginFailure> {
  let exported: unknown;
  try {
    const { folder, entry, apiRange } = find();
    demandApi(apiRange);
    exported = await importPlugin(entry, importMs);
    return { plugin: demandPlugin(exported, isOwn), folder, origin, ...(named ? { named } : {}) };
  } catch (error) {
    const code = error instanceof CodedError ? error.code : 'plugin_import';
    const known = isRecord(exported) && typeof exported['id'] === 'string' ? exported['id'] : id;
    return { origin, ...(known === undefined ? {} : { id: known }), code, message: messageOf(error) };
  }
}

function demandApi(wanted: string | undefined): void {
  const reason = wanted === undefined ? undefined : misfit(wanted);
  if (reason !== undefined) throw new CodedError('plugin_api', reason);
}

/** Why a plugin that was made for this version, or for one of this range, cannot be used; undefined when it can. */
export function misfit(wanted: string, offered: string = API_VERSION): string | undefined {
  if (validRange(wanted) === null) {
    return `it needs version ${wanted} of the plugin API, which is not a version range: write ^${offered}`;
  }
  if (wanted.split('||').some((range) => takes(range, offered))) return undefined;
  return `it was made for version ${wanted} of the plugin API, but this Sidelight has ${offered}`;
}

/** The lower end decides: the same major version, and no later minor one. A range without a lower end asks for nothing. */
function takes(range: string, offered: string): boolean {
  const served = `${major(offered)}.0.0 - ${major(offered)}.${minor(offered)}`;
  if (!intersects(range, served, { includePrerelease: true })) return false;
  const lowest = minVersion(range);
  return lowest?.major === major(offered) || lowest?.version === '0.0.0';
}

async function importPlugin(entry: string, importMs: number): Promise<unknown> {
  if (!findsContract(entry)) provideContract();
  const url = pathToFileURL(entry).href;
  try {
    return defaultExport(await within(importMs, import(url), 'its module does not finish loading'));
  } catch (error) {
    throw new CodedError('plugin_import', `it cannot be imported: ${messageOf(error)}`, { cause: error });
  }
}

function demandPlugin(exported: unknown, isOwn: boolean): AnyPlugin {
  const misshapen = misshape(exported);
  if (misshapen !== undefined) throw new CodedError('plugin_shape', misshapen);
  const plugin = exported as AnyPlugin;
  demandApi(plugin.api);
  const unusable = isOwn ? undefined : unusableSchema(plugin);
  if (unusable !== undefined) throw new CodedError('plugin_schema', unusable);
  return plugin;
}

/** The first of an id stays: a bundled one, then the earlier one in the config. */
function withoutDuplicates(outcomes: readonly (LoadedPlugin | PluginFailure)[]): PluginSet {
  const loaded = new Map<string, LoadedPlugin>();
  const failures: PluginFailure[] = [];
  for (const outcome of outcomes) {
    if ('code' in outcome) {
      failures.push(outcome);
      continue;
    }
    const { id } = outcome.plugin;
    const first = loaded.get(id);
    if (first === undefined) loaded.set(id, outcome);
    else failures.push(duplicate(outcome, first));
  }
  return { loaded: [...loaded.values()], failures };
}

const duplicate = ({ origin, plugin: { id } }: LoadedPlugin, first: LoadedPlugin): PluginFailure => ({
  origin,
  id,
  code: 'plugin_duplicate',
  message: `its id ${id} is already used by ${first.origin}`,
});

/** Absolute folders, by name. Nothing is listed anywhere: a folder that is there is a plugin. */
export function bundledFolders(installation: string): readonly string[] {
  const parent = join(installation, 'plugins');
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .sort()
    .map((name) => join(parent, name))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}
