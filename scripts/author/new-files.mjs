/** The files of a new plugin, as path → text. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { caseFiles } from './case-files.mjs';
import { refuse } from './command.mjs';
import { portCode, taskCode } from './port-code.mjs';

const templates = join(root, 'scripts', 'templates');

/** A plugin that comes with Sidelight: TypeScript, in files like those of every other. */
export function pluginFiles({ id, title, portName, port, apiVersion }) {
  const items = 'toItems(await client.items(signal))';
  const task = taskCode(portName, port, { read: `async (signal) => ${items}`, items });
  const words = { ...wordsOf({ id, title, portName, port, apiVersion }), task };
  return new Map([...filled('plugin', words), ...inCases(caseFiles({ id, title, port }))]);
}

/** A plugin of somebody else's: one JavaScript module, which needs no build. */
export function packageFiles({ id, title, portName, port, apiVersion, folder }) {
  const words = {
    ...wordsOf({ id, title, portName, port, apiVersion }),
    task: taskCode(portName, port, { read: 'items', items: 'await items(signal)' }),
    folder,
  };
  return new Map([...filled('package', words), ...inCases(caseFiles({ id, title, port }))]);
}

const wordsOf = ({ id, title, portName, port, apiVersion }) => ({
  ...portCode(portName, port),
  id,
  title,
  description: JSON.stringify(`Sidelight reads ${title}`),
  quotedTitle: `'${title.replace(/[\\']/g, '\\$&')}'`,
  what: `the ${port.id.split('.').join(' ')}`,
  variable: id.replaceAll('-', '_').toUpperCase(),
  apiVersion,
});

const inCases = (files) => [...files].map(([path, text]) => [join('test', 'cases', path), text]);

function filled(kind, words) {
  const paths = readdirSync(join(templates, kind), { recursive: true }).filter((path) => path.endsWith('.txt'));
  const texts = paths.map((path) => {
    const text = readFileSync(join(templates, kind, path), 'utf8');
    const full = text.replace(/\{\{(\w+)\}\}/g, (_, word) => words[word] ?? refuse(`no word ${word}`));
    return [path.slice(0, -'.txt'.length), full];
  });
  return formatted(texts);
}

/** As the rules of this repository want them: how long a line gets depends on the names. In a folder of their own, at once. */
function formatted(texts) {
  const folder = mkdtempSync(join(tmpdir(), 'sidelight-new-'));
  const placeOf = (path) => join(folder, path.replace(/\.js$/, '.mjs'));
  try {
    copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'));
    for (const [path, text] of texts) {
      mkdirSync(dirname(placeOf(path)), { recursive: true });
      writeFileSync(placeOf(path), text);
    }
    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const { status, stderr } = spawnSync(process.execPath, [biome, 'check', '--write', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`the files cannot be formatted: ${stderr}`);
    return texts.map(([path]) => [path, readFileSync(placeOf(path), 'utf8')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
