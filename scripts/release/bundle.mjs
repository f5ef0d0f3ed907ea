/**
 * The daemon, the contract, the libraries and the plugins of a release, in as few files as can be: reading and linking six hundred
 * modules was a third of a start. What others import stays where it is and one of its kind; the rest is shared beside the daemon.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../bootstrap.mjs';
import { COMMON, EXTERNAL, LINE, licencesOf } from '../bundle-options.mjs';
import { built } from '../generated-parts.mjs';

const HOME = 'core/dist/bundle';
const CONTRACT = 'node_modules/@sidelight/plugin-api/dist';

const below = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(root, folder, name))
    .sort();

/** The contributions of all widgets, as they are found in a clone file by file. */
async function widgets(work) {
  const { NAMES } = await built('widgets/load-folder.js');
  const files = below('widgets/dist');
  const lists = Object.entries(NAMES).map(([kind, names]) => {
    const own = names.map((name) => `one.${name} ?? []`).join(', ');
    return `export const ${kind} = modules.flatMap((one) => [${own}].flat());`;
  });
  const file = join(work, 'widgets.js');
  const imports = files.map((path, index) => `import * as m${index} from ${JSON.stringify(path)};`);
  const all = `const modules = [${files.map((_, index) => `m${index}`).join(', ')}];`;
  writeFileSync(file, [...imports, all, ...lists, ''].join('\n'));
  return file;
}

/** @param entries what is made, as it is named below the stage, without its ending: of which file. @returns what went in */
async function bundle(stage, entries, options) {
  const { metafile } = await build({
    ...COMMON,
    // Some of what goes in was made one file before, and has the usual banner.
    banner: { js: COMMON.banner.js.replaceAll('requireFor', 'requireFromRelease') },
    entryPoints: Object.entries(entries).map(([out, file]) => ({ in: file, out })),
    outdir: stage,
    splitting: true,
    metafile: true,
    // Names stay as they are: an error that somebody reports is to be read.
    minifyWhitespace: true,
    minifySyntax: true,
    ...options,
  });
  return Object.keys(metafile.inputs);
}

/** @returns the licences of the packages that went in */
export async function bundleInto(stage, plugins) {
  for (const folder of [HOME, 'widgets/dist', CONTRACT, ...plugins.map((folder) => `${folder}/dist`)])
    rmSync(join(stage, folder), { recursive: true, force: true });
  // Its worker and its templates are found from where its own files are.
  const parts = ['index', 'host/errors', 'host/index', 'host/json-worker', 'testing/index', 'author/main'];
  const contract = await bundle(
    stage,
    Object.fromEntries(parts.map((name) => [`${CONTRACT}/${name}`, `core/api/dist/${name}.js`])),
    { chunkNames: `${CONTRACT}/host/[name]-[hash]`, external: ['nock', 'yaml', '@sidelight/*'] },
  );
  const work = mkdtempSync(join(tmpdir(), 'sidelight-bundle-'));
  try {
    const entries = {
      [`${HOME}/main`]: 'core/dist/main.js',
      [`${HOME}/provide-hooks`]: 'core/dist/plugins/provide-hooks.js',
      'widgets/dist/widgets': await widgets(work),
      ...Object.fromEntries(plugins.map((folder) => [`${folder}/dist/src/plugin`, `${folder}/dist/src/plugin.js`])),
    };
    const rest = await bundle(stage, entries, {
      // As deep as the modules that they are made of: they find the installation from where they are.
      chunkNames: `${HOME}/[name]-[hash]`,
      external: ['@sidelight/plugin-api', ...EXTERNAL],
    });
    // Some of the contract was made one file before, of packages whose licences lie beside it.
    const before = readFileSync(join(root, 'core', 'api', 'dist', 'licences.txt'), 'utf8');
    return [licencesOf([...contract, ...rest]), before].join(LINE);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
