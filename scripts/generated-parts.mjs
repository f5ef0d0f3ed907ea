/** What generators share: the declarations to derive from, and how what is derived gets into a text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './bootstrap.mjs';

export const built = (path) => import(pathToFileURL(join(root, 'core', 'dist', path)).href);

/** Only the bundled plugins: what the repository says must not depend on what a machine has installed. */
export async function bundledPlugins() {
  const { loadPlugins } = await built('plugins/load.js');
  const { loaded, failures } = await loadPlugins([], root, { installation: root });
  if (failures.length > 0) throw new Error(failures.map(({ origin, message }) => `${origin}: ${message}`).join('\n'));
  return loaded.map(({ plugin }) => plugin).sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Every contribution of the host itself, as the daemon composes them. */
export async function hostRegistry() {
  await import('reflect-metadata');
  const { Registry } = await built('widgets/registry.js');
  const { loadFolder } = await built('widgets/load-folder.js');
  const { silentLog } = await built('ground/log.js');
  const registry = new Registry(silentLog);
  registry.add('core', await loadFolder(join(root, 'widgets', 'dist')));
  const refused = registry.refused().map(({ text }) => text);
  if (refused.length > 0) throw new Error(refused.join('\n'));
  return registry;
}

/**
 * The file with the text between each pair of markers replaced: `<!-- <name>:begin -->`, `<!-- <name>:end -->`.
 * @param parts name → text
 */
export function filled(path, parts) {
  let text = readFileSync(join(root, path), 'utf8');
  for (const [name, part] of Object.entries(parts)) {
    const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${path} lacks ${begin} or ${end}`);
    text = `${text.slice(0, from + begin.length)}\n${part}\n${text.slice(to)}`;
  }
  return [path, text];
}

/** A bar would end the cell. */
const cell = (text) => String(text).replaceAll('\n', ' ').replaceAll('|', '\\|');

export const table = (head, rows) => [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');

const line = (row) => `| ${row.map(cell).join(' | ')} |`;

export const code = (text) => `\`${text}\``;
