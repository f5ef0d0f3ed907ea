/** Which file of the installation is which page, and where links between the files lead. Pure. */
import { posix } from 'node:path';

const INDEX = 'docs/README.md';
/** Pages beside those of `docs/`. */
const OTHERS: Readonly<Record<string, string>> = { 'CHANGELOG.md': 'changelog', 'core/DECISIONS.md': 'decisions' };

/**
 * `docs/keys.md` → `keys`, `docs/dashboards/README.md` → `dashboards`, `plugins/<id>/README.md` → `plugins/<id>`; '' is the
 * index. undefined: it is no page.
 */
export function pageOf(file: string): string | undefined {
  if (file === INDEX) return '';
  const [, name] = /^docs\/([\w/-]+)\.md$/.exec(file) ?? [];
  if (name !== undefined) return name.replace(/\/README$/, '');
  return /^(plugins\/[\w-]+)\/README\.md$/.exec(file)?.[1] ?? OTHERS[file];
}

/** The other way round: the files that a page may be. */
export function filesOf(page: string): readonly string[] {
  if (page === '') return [INDEX];
  if (!/^[\w-]+(\/[\w-]+)*$/.test(page)) return [];
  const others = Object.entries(OTHERS).flatMap(([file, name]) => (name === page ? [file] : []));
  return [`docs/${page}.md`, `docs/${page}/README.md`, `${page}/README.md`, ...others].filter(
    (file) => pageOf(file) === page,
  );
}

/** The address of a page, below the base path. */
export const addressOf = (page: string): string => (page === '' ? '/docs' : `/docs/${page}`);

export type Target =
  | { readonly kind: 'link'; readonly href: string }
  /** A file of the repository that is not served: its path. */
  | { readonly kind: 'file'; readonly path: string };

/**
 * Where a link of a file leads.
 * @param from path of the file that holds it, from the root of the repository
 * @param base '' or '/path'
 */
export function targetOf(link: string, from: string, base: string): Target {
  if (/^(https?|mailto):/i.test(link)) return { kind: 'link', href: link };
  if (link.startsWith('#')) return { kind: 'link', href: link };
  const [path = '', anchor] = link.split('#');
  const file = posix.join(posix.dirname(from), path);
  const page = pageOf(file);
  if (page !== undefined) {
    return { kind: 'link', href: `${base}${addressOf(page)}${anchor === undefined ? '' : `#${anchor}`}` };
  }
  const image = imageOf(file);
  return image === undefined ? { kind: 'file', path: file } : { kind: 'link', href: `${base}/docs/images/${image}` };
}

/** `docs/images/<name>`: the name. */
const imageOf = (file: string): string | undefined => /^docs\/images\/([\w-]+\.(?:png|svg|jpg))$/.exec(file)?.[1];
