/** What is derived from declarations and kept in the repository, as path → text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './bootstrap.mjs';

const built = (path) => import(pathToFileURL(join(root, 'core', 'dist', path)).href);

/** Only the bundled plugins: what the repository says must not depend on what a machine has installed. */
async function bundledPlugins() {
  const { loadPlugins } = await built('plugins/load.js');
  const { loaded, failures } = await loadPlugins([], root, { installation: root });
  if (failures.length > 0) throw new Error(failures.map(({ origin, message }) => `${origin}: ${message}`).join('\n'));
  return loaded.map(({ plugin }) => plugin).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const BEGIN = '<!-- plugins:begin -->';
const END = '<!-- plugins:end -->';

/** What a plugin is, in the first sentence of its README. */
function aboutOf({ id }) {
  const text = readFileSync(join(root, 'plugins', id, 'README.md'), 'utf8');
  const [, paragraph = ''] = text.split(/\n\s*\n/);
  return paragraph.replaceAll('\n', ' ').split(/(?<=\.)\s/)[0] ?? '';
}

function readme(plugins) {
  const rows = plugins.map(
    (plugin) => `| [\`${plugin.id}\`](plugins/${plugin.id}/README.md) | ${plugin.title} | ${aboutOf(plugin)} |`,
  );
  const table = ['| id | for | |', '|---|---|---|', ...rows].join('\n');
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const [before] = text.split(BEGIN);
  const [, after] = text.split(END);
  if (after === undefined) throw new Error(`README.md lacks ${BEGIN} or ${END}`);
  return `${before}${BEGIN}\n${table}\n${END}${after}`;
}

export async function generated() {
  const plugins = await bundledPlugins();
  const { configJsonSchema } = await built('config/json-schema.js');
  const { exampleConfig } = await built('config/example.js');
  return new Map([
    ['config/config.schema.json', `${JSON.stringify(configJsonSchema(plugins), null, 2)}\n`],
    ['config/sidelight.example.yaml', exampleConfig(plugins)],
    ['README.md', readme(plugins)],
  ]);
}
