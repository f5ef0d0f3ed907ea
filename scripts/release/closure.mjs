/** The packages that run beside the bundle: what it asks for at run time, and whatever those need. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../bootstrap.mjs';

/** What scripts/precompile.mjs leaves out of the bundle, and what the pages read as files. */
const ROOTS = ['@iconify-json/mdi', '@picocss/pico', 'ajv-formats', 'pg', 'sqlite3', 'swagger-ui-dist', 'uplot'];

/** Not shipped: what only builds, and what counts installations. */
const LEFT_OUT = new Set(['@scarf/scarf', 'bindings', 'node-addon-api', 'prebuild-install', 'tar']);

export const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

export const dependenciesOf = ({ dependencies = {} }) =>
  Object.fromEntries(Object.entries(dependencies).filter(([name]) => !LEFT_OUT.has(name)));

/** As Node looks it up: from the folder that asks, upwards. */
function found(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(root, path, 'package.json'))) return path;
    if (folder === '.') throw new Error(`${name}, which ${from} needs, is not installed: run npm ci`);
  }
}

/** @param workspaces their folders: they stay what they are, and are followed. @returns folders below the root, sorted */
export function closure(workspaces) {
  const own = new Set(workspaces.map((folder) => manifestOf(folder).name));
  const folders = new Set();
  const follow = (from) => {
    for (const name of Object.keys(dependenciesOf(manifestOf(from)))) if (!own.has(name)) add(found(name, from));
  };
  const add = (folder) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    follow(folder);
  };
  for (const name of ROOTS) add(found(name, '.'));
  for (const folder of workspaces) follow(folder);
  return [...folders].sort();
}
