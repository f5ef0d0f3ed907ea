/** A plugin's package.json, as far as loading needs it. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exports as exported, legacy } from 'resolve.exports';
import { messageOf } from '../errors.js';
import { isRecord } from './is-record.js';

export interface Manifest {
  /** The module that has the default export, absolute. */
  readonly entry: string;
  /** The range of @sidelight/plugin-api that it asks for, if it says so. */
  readonly apiRange: string | undefined;
  /** Its own version, if it says so. */
  readonly version: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Looked for in a folder without a package.json. */
const LONE_ENTRIES = ['index.js', 'index.mjs', 'index.cjs', 'plugin.js', 'plugin.mjs', 'plugin.cjs'];
/** What package managers take in place of a range, and what names no version: `latest`, `workspace:*`, a path, an address. */
const NO_RANGE = /[:/]|^(?!v\d)[a-z][\w.-]*$/i;

/** @throws a sentence */
export function readManifest(folder: string): Manifest {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return { entry: loneEntry(folder), apiRange: undefined, version: undefined };
  const json = parse(file);
  const relative = target(file, json);
  const entry = resolve(folder, relative);
  if (!existsSync(entry)) {
    throw new Error(`${file} points to ${relative}, which does not exist: is the plugin built?`);
  }
  return { entry, apiRange: apiRangeOf(json), version: textOf(json['version']) };
}

function parse(file: string): Json {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(json) ? json : {};
  } catch (error) {
    throw new Error(`${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

function loneEntry(folder: string): string {
  const entry = LONE_ENTRIES.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (entry !== undefined) return entry;
  throw new Error(`${folder} has neither a package.json nor an index.js`);
}

/** The module of the package itself: by its `exports`, else by its `main`. */
function target(file: string, json: Json): string {
  try {
    const [first] = exportedPaths(json);
    return first ?? (legacy(json, { browser: false, fields: ['main'] }) || './index.js');
  } catch (error) {
    const text = `${file} has exports, but none for an import of the package itself: name its module under "." and "default"`;
    throw new Error(text, { cause: error });
  }
}

/** None when there is no `exports`. What is there for `require` alone can be imported, too, so it is the last resort. */
function exportedPaths(json: Json): readonly string[] {
  try {
    return exported(json, '.', { conditions: ['module-sync'] }) || [];
  } catch {
    return exported(json, '.', { require: true }) || [];
  }
}

/** The range of the plugin API that a package.json asks for. */
export function apiRangeOf(json: Json): string | undefined {
  const lists = [json['peerDependencies'], json['dependencies']].filter(isRecord);
  const range = lists.map((list) => textOf(list['@sidelight/plugin-api'])).find((one) => one !== undefined);
  return range === undefined || NO_RANGE.test(range) ? undefined : range;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
