/** Where a plugin is that the config names: a path relative to the config, or an installed package. */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { CodedError } from '../ground/errors.js';
import { type Manifest, readManifest } from './manifest.js';

export interface Located extends Manifest {
  /** Its folder, or the file that it is. */
  readonly folder: string;
}

export interface Places {
  /** The folder of the config file. */
  readonly folder: string;
  /** The folder of this installation. */
  readonly installation: string;
}

const PACKAGE = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*$/i;

/** @throws plugin_resolve */
export function locate(named: string, places: Places): Located {
  if (isPath(named)) return atPath(resolve(places.folder, named));
  if (!PACKAGE.test(named)) {
    throw new CodedError('plugin_resolve', `${named} is not a package name; a path begins with ./ or /`);
  }
  const folders = [...above(places.folder), ...above(places.installation)];
  const found = folders.map((folder) => join(folder, 'node_modules', named)).find((folder) => existsSync(folder));
  if (found !== undefined) return inFolder(realpathSync(found));
  const beside = existsSync(resolve(places.folder, named)) ? `; the folder next to the config is ./${named}` : '';
  throw new CodedError('plugin_resolve', `the package ${named} is not installed next to the config${beside}`);
}

const isPath = (named: string): boolean => /^(\.{1,2}(\/|$)|\/)/.test(named);

function atPath(path: string): Located {
  if (!existsSync(path)) throw new CodedError('plugin_resolve', `${path} does not exist`);
  const real = realpathSync(path);
  return statSync(real).isDirectory()
    ? inFolder(real)
    : { folder: real, entry: real, apiRange: undefined, version: undefined };
}

export const inFolder = (folder: string): Located => ({ folder, ...readManifest(folder) });

/** The folder and every one that it is in. */
function above(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...above(parent)];
}
