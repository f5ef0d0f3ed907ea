/** Icons by the names that tiles give them (`mdi-download`), as SVG to put into a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The file of the icon set, as far as it is used. */
interface IconSet {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
  readonly aliases?: Readonly<Record<string, { readonly parent: string }>>;
}

const DEFAULT = 'shape-outline';

/** Bodies of the icons that were drawn so far. */
const held = new Map<string, string>();

/**
 * The pictures of some names. The set has thousands of icons in one large file: it is read when a name comes up for the
 * first time, for all of the names at once, and only what they mean is kept.
 */
export function iconsOf(names: readonly string[]): (name: string) => string {
  const missing = names.filter((name) => !held.has(name));
  if (missing.length > 0) hold(missing);
  return (name) => svg(held.get(name) ?? held.get(DEFAULT) ?? '');
}

function hold(names: readonly string[]): void {
  const set = readSet();
  for (const name of [...names, DEFAULT]) held.set(name, bodyOf(set, name.replace(/^mdi[-:]/, '')));
}

function readSet(): IconSet {
  const file = createRequire(import.meta.url).resolve('@iconify-json/mdi/icons.json');
  return JSON.parse(readFileSync(file, 'utf8')) as IconSet;
}

function bodyOf({ icons, aliases = {} }: IconSet, name: string): string {
  const parent = Object.hasOwn(aliases, name) ? aliases[name]?.parent : undefined;
  const known = parent ?? name;
  return (Object.hasOwn(icons, known) ? icons[known]?.body : icons[DEFAULT]?.body) ?? '';
}

const svg = (body: string): string =>
  `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">${body}</svg>`;
