/**
 * The plugins that `sidelight plugins add` has put below the data folder: a package.json that pins them, npm's lock file with
 * their integrity, the tarballs of those that came from no registry, and node_modules.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@sidelight/plugin-api/errors';
import { CodedError } from '../ground/errors.js';
import { isRecord } from '../ground/path.js';

export interface AddedPlugin {
  /** The package's name. */
  readonly name: string;
  /** The pinned version, or `file:packages/<tarball>`. */
  readonly spec: string;
  readonly folder: string;
}

/** Below the data folder, so that an image and an update of Sidelight keep it. */
export const addedFolder = (dataDir: string): string => join(dataDir, 'plugins');

/** By name. @throws plugin_install when the list cannot be read */
export function addedPlugins(home: string): readonly AddedPlugin[] {
  const { dependencies } = readJson(join(home, 'package.json'));
  if (!isRecord(dependencies)) return [];
  return Object.entries(dependencies)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .map(([name, spec]) => ({ name, spec, folder: join(home, 'node_modules', name) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What npm's lock file says of a package. */
export interface Locked {
  readonly version: string;
  /** `sha512-…`; absent where npm could not tell. */
  readonly integrity?: string;
}

/** Package folder in the lock file (`node_modules/my-plugin`) → what is pinned there. */
export function lockedIn(home: string): ReadonlyMap<string, Locked> {
  const { packages } = readJson(join(home, 'package-lock.json'));
  if (!isRecord(packages)) return new Map();
  const locked = Object.entries(packages).flatMap(([path, one]): [string, Locked][] => {
    if (path === '' || !isRecord(one) || typeof one['version'] !== 'string') return [];
    const { version, integrity } = one;
    return [[path, { version, ...(typeof integrity === 'string' ? { integrity } : {}) }]];
  });
  return new Map(locked);
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  if (!existsSync(file)) return {};
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isRecord(json) ? json : {};
  } catch (error) {
    throw new CodedError('plugin_install', `${file} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}
