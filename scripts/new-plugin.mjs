/** `npm run new:plugin <id>`: a plugin that comes with Sidelight; with `--out` the one that `sidelight-plugin new` makes. */
import { basename, join, relative } from 'node:path';
import { authorTools, core, here } from './author/command.mjs';
import { ownFiles } from './author/new-files.mjs';
import { bootstrap, root } from './bootstrap.mjs';

const tools = await authorTools();
const { NEW_FLAGS, NEW_OPTIONS, exitCode, makePackage, newPlugin, readArgs, refuse, say, writeFiles } = tools;

const USAGE = `npm run new:plugin <id> [-- --title "My service"] [--port download.queue] [--out folder [--ts]]
${NEW_FLAGS}
  --out    makes a package of your own in this folder, outside of Sidelight's source; --ts makes that in TypeScript`;

async function refuseTaken(id) {
  const { bundledFolders } = await core('plugins/load.js');
  const taken = bundledFolders(root).find((folder) => basename(folder) === id);
  if (taken !== undefined) refuse(`there is a plugin ${id} already, in ${relative(root, taken)}: choose another id`);
}

const next = (id) => `
Next:
  1. npm run verify-plugin ${id}            what holds for every plugin, and its cases
  2. plugins/${id}/src: the calls in client.ts, the answers in upstream.ts, what becomes of them in map.ts
  3. npm install --package-lock-only && npm run generate   takes it into the lock file, the README and the example config`;

async function make() {
  const { values, positionals } = readArgs(process.argv.slice(2), NEW_OPTIONS, { most: 1, usage: USAGE });
  const [id] = positionals;
  const plugin = newPlugin(id, values, USAGE);
  await refuseTaken(id);
  if (values.out !== undefined) return makePackage(id, values, { here: here(), usage: USAGE });
  writeFiles(join(root, 'plugins', id), ownFiles(plugin, tools), here());
  bootstrap();
  say(next(id));
  return 0;
}

process.exit(await exitCode(make));
