/** The plugins that there are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';
import { table } from './generated-parts.mjs';

/** What a plugin is, in the first sentence of its README. */
function aboutOf({ id }) {
  const text = readFileSync(join(root, 'plugins', id, 'README.md'), 'utf8');
  const [, paragraph = ''] = text.split(/\n\s*\n/);
  return paragraph.replaceAll('\n', ' ').split(/(?<=\.)\s/)[0] ?? '';
}

export const pluginTable = (plugins) =>
  table(
    ['id', 'for', 'port', 'what it does'],
    plugins.map((plugin) => [
      `[\`${plugin.id}\`](plugins/${plugin.id}/README.md)`,
      plugin.title,
      plugin.defaultPort ?? '',
      aboutOf(plugin),
    ]),
  );
