/** A plugin's package.json, as far as loading needs it. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { messageOf } from '@sidelight/plugin-api';
import { CodedError } from '../ground/errors.js';
import { isRecord } from '../ground/path.js';

export interface Manifest {
  /** The module that has the default export, absolute. */
  readonly entry: string;
  /** The range of @sidelight/plugin-api that it asks for, if it says so. */
  readonly apiRange: string | undefined;
}

/** Looked for in a folder without a package.json. */
const LONE_ENTRIES = ['index.js', 'index.mjs', 'index.cjs', 'plugin.js', 'plugin.mjs', 'plugin.cjs'];
/** Conditions of `exports` that hold for an import by Node. */
const CONDITIONS = new Set(['node', 'import', 'module-sync', 'default', 'require']);

/** What package managers take in place of a range, and what names no version: `latest`, `workspace:*`, a path, an address. */
const NO_RANGE = /[:/]|^(?!v\d)[a-z][\w.-]*$/i;

/** @throws plugin_resolve */
export function readManifest(folder: string): Manifest {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return { entry: loneEntry(folder), apiRange: undefined };
  const json = parse(file);
  const relative = target(json['exports']) ?? textOf(json['main']) ?? 'index.js';
  const entry = resolve(folder, relative);
  if (!existsSync(entry)) {
    throw new CodedError('plugin_resolve', `${file} names ${relative}, which does not exist: is the plugin built?`);
  }
  return { entry, apiRange: apiRangeOf(json) };
}

function parse(file: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(json) ? json : {};
  } catch (error) {
    throw new CodedError('plugin_resolve', `${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function loneEntry(folder: string): string {
  const entry = LONE_ENTRIES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (entry !== undefined) return entry;
  throw new CodedError('plugin_resolve', `${folder} has neither a package.json nor an index.js`);
}

/** The file that `exports` gives for ".", by the first condition that holds. */
function target(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (Array.isArray(exports)) return exports.map(target).find((one) => one !== undefined);
  if (!isRecord(exports)) return undefined;
  if ('.' in exports) return target(exports['.']);
  const holding = Object.entries(exports).filter(([condition]) => CONDITIONS.has(condition));
  return holding.map(([, one]) => target(one)).find((one) => one !== undefined);
}

function apiRangeOf(json: Readonly<Record<string, unknown>>): string | undefined {
  const lists = [json['peerDependencies'], json['dependencies']].filter(isRecord);
  const range = lists.map((list) => textOf(list['@sidelight/plugin-api'])).find((one) => one !== undefined);
  return range === undefined || NO_RANGE.test(range) ? undefined : range;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
