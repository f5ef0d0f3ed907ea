/** The host's own contributions: whatever the compiled files of the widgets folder export by these names. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Contributions } from './contributions.js';

/** A release gathers them by the same names, in one file: see scripts/release/bundle.mjs. */
export const NAMES = {
  widgets: ['widget', 'widgets'],
  summaries: ['summary', 'summaries'],
  lookups: ['lookup', 'lookups'],
  rules: ['rule', 'rules'],
  packs: ['pack', 'packs'],
} as const satisfies Partial<Record<keyof Contributions, readonly string[]>>;

/**
 * In the order of the file names, sub-folders included.
 * @param folder absolute
 */
export async function loadFolder(folder: string): Promise<Contributions> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.js'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const modules = await Promise.all(files.map((file): Promise<Module> => import(pathToFileURL(file).href)));
  return Object.fromEntries(Object.entries(NAMES).map(([kind, names]) => [kind, modules.flatMap(exportsOf(names))]));
}

type Module = Readonly<Record<string, unknown>>;

const exportsOf =
  (names: readonly string[]) =>
  (module: Module): readonly unknown[] =>
    names.flatMap((name) => module[name] ?? []);
