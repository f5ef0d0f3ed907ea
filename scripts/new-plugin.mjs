/** `npm run new:plugin <id>`: a plugin that works, to be changed into the one that is wanted. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { core, here, readArgs, refuse, run, say, shown } from './author/command.mjs';
import { packageFiles, pluginFiles } from './author/new-files.mjs';
import { bootstrap, root } from './bootstrap.mjs';

const USAGE = `npm run new:plugin <id> [-- --title "My service"] [--port download.queue] [--out folder]
  <id>     like my-service
  --title  how people know it; not given: made of the id
  --port   what it fills at first: an id of the vocabulary
  --out    makes a plugin of your own in this folder, outside of Sidelight's source`;

const OPTIONS = {
  title: { type: 'string' },
  port: { type: 'string', default: 'download.queue' },
  out: { type: 'string' },
};

const titleOf = (id) => id.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());

async function refuseId(id) {
  if (id === undefined) refuse(USAGE);
  const { misshape } = await core('plugins/shape.js');
  const { bundledFolders } = await core('plugins/load.js');
  const wrong = misshape({ id, title: id, create: () => ({}) });
  if (wrong !== undefined) refuse(`${wrong}: lower-case letters, digits and single hyphens, a letter first`);
  const taken = bundledFolders(root).find((folder) => basename(folder) === id);
  if (taken !== undefined) refuse(`there is a plugin ${id} already, in ${relative(root, taken)}: choose another id`);
}

/** The port and the name that it is exported by. */
async function portNamed(id) {
  const api = await import('@sidelight/plugin-api');
  const { nearest } = await core('ground/nearest.js');
  const ports = Object.entries(api).filter(([, one]) => one?.keep !== undefined && one.item !== undefined);
  const found = ports.find(([, port]) => port.id === id);
  // What Sidelight says of itself is not for plugins to say; of health it is the part that is about their upstream.
  const isOwn = id.startsWith('ops.') && id !== 'ops.health';
  if (found !== undefined && !isOwn) return { portName: found[0], port: found[1], apiVersion: api.API_VERSION };
  const ids = ports.map(([, port]) => port.id).sort();
  const meant = nearest(id, ids);
  if (isOwn) refuse(`${id} is filled by Sidelight itself: choose another port`);
  return refuse(
    `there is no port ${id}; ${meant === undefined ? `there are: ${ids.join(', ')}` : `did you mean ${meant}?`}`,
  );
}

function write(folder, files) {
  if (existsSync(folder) && readdirSync(folder).length > 0) refuse(`${folder} is not empty: choose another folder`);
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    say(`  ${shown(join(folder, path))}`);
  }
}

const nextInside = (id) => `
Next:
  1. npm run verify-plugin ${id}            what holds for every plugin, and its cases
  2. plugins/${id}/src: the calls in client.ts, the answers in upstream.ts, what becomes of them in map.ts
  3. npm install --package-lock-only && npm run generate   takes it into the lock file, the README and the example config`;

const nextOutside = (id, folder) => `
Next:
  1. npm run verify-plugin ${folder}   what holds for every plugin, and its case
  2. ${join(folder, 'plugin.js')}: the calls, the answers, and what becomes of them
  3. in the YAML: plugins: [<path of the folder, beginning with ./ or />], and an entry ${id}: under integrations:`;

run(async () => {
  const { values, positionals } = readArgs({ options: OPTIONS, most: 1, usage: USAGE });
  bootstrap();
  const [id] = positionals;
  await refuseId(id);
  const title = (values.title ?? titleOf(id)).trim();
  if (!/^[^\p{Cc}*`{}|]+$/u.test(title)) refuse('the title is a line of plain text, without * ` { } |');
  const spec = { id, title, ...(await portNamed(values.port)) };
  if (values.out === undefined) {
    write(join(root, 'plugins', id), pluginFiles(spec));
    bootstrap();
    say(nextInside(id));
  } else {
    const folder = resolve(here(), values.out);
    write(folder, packageFiles({ ...spec, folder: basename(folder) }));
    say(nextOutside(id, shown(folder)));
  }
  return 0;
});
