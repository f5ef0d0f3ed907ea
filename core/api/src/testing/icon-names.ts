/** The names of Material Design Icons, where the package that lists them is installed. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const LIST = '@iconify-json/mdi/icons.json';

/** Beside the plugin, else beside this package; undefined: neither has it. */
export function iconNames(root: string): ReadonlySet<string> | undefined {
  const file = [pathToFileURL(join(root, 'package.json')).href, import.meta.url].map(listFrom).find(Boolean);
  if (file === undefined) return undefined;
  const { icons, aliases = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly icons: object;
    readonly aliases?: object;
  };
  return new Set([...Object.keys(icons), ...Object.keys(aliases)]);
}

const listFrom = (url: string): string | undefined =>
  (createRequire(url).resolve.paths(LIST) ?? []).map((folder) => join(folder, LIST)).find((path) => existsSync(path));
