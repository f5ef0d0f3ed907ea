/** A plugin as an author names it: the id of a bundled one, a folder, a file, or an installed package. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { root } from '../bootstrap.mjs';
import { core } from './command.mjs';

const bundled = join(root, 'plugins');

/** As it is written under `plugins:` in a config that lies in `folder`; a bundled one is not written there at all. */
export function nameOf(text, folder) {
  const path = resolve(folder, text);
  if (existsSync(path) && dirname(realpathSync(path)) === bundled) return { bundled: basename(path) };
  if (existsSync(join(bundled, text, 'package.json'))) return { bundled: text };
  const isPath = /^[./]/.test(text) || existsSync(path);
  return { named: isPath && !/^[./]/.test(text) ? `./${text}` : text };
}

/**
 * Loads them as a start does.
 * @returns the set with every plugin, and the outcome of each that was named, in that order: a loaded plugin or a failure
 */
export async function findPlugins(texts, folder) {
  const { loadPlugins } = await core('plugins/load.js');
  const names = texts.map((text) => nameOf(text, folder));
  const named = names.flatMap((name) => name.named ?? []);
  const set = await loadPlugins(named, folder, { installation: root });
  const outcomes = [...set.loaded, ...set.failures];
  const found = names.map((name) => {
    const origin = name.named ?? join('plugins', name.bundled);
    return outcomes.find((outcome) => outcome.origin === origin);
  });
  return { set, found };
}
