/** The daemon as one folder that npm packs: built files, workspaces and packages inside, nothing to fetch or to run. */
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { bundleInto } from './bundle.mjs';
import { closure, dependenciesOf, manifestOf } from './closure.mjs';
import { withBinaries } from './sqlite.mjs';

const below = (parent) =>
  readdirSync(join(root, parent))
    .sort()
    .map((name) => join(parent, name));

/** What is read at run time, as it lies in a clone. */
const FILES = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'config',
  'core/DECISIONS.md',
  'core/pages/assets',
  'core/pages/views',
  'deploy',
  'docs',
];

const COMMAND = `#!/usr/bin/env node
import '../core/dist/bundle/main.js';
`;

const isShipped = (path) => !/(\.(d\.[cm]?ts|[cm]?tsx?|map|tsbuildinfo)|\/(test|tests|\.github))$/.test(path);

/** Of these packages pages read a few files, and the rest would be a third of the release. */
const PARTS = {
  'node_modules/@picocss/pico': ['LICENSE.md', 'css/pico.min.css'],
  'node_modules/swagger-ui-dist': [
    ...['LICENSE', 'NOTICE', 'absolute-path.js', 'index.js', 'swagger-initializer.js', 'index.html', 'index.css'],
    ...[
      'swagger-ui.css',
      'swagger-ui-bundle.js',
      'swagger-ui-bundle.js.LICENSE.txt',
      'oauth2-redirect.html',
      'oauth2-redirect.js',
    ],
    ...['swagger-ui-standalone-preset.js', 'swagger-ui-standalone-preset.js.LICENSE.txt'],
    ...['favicon-16x16.png', 'favicon-32x32.png'],
  ],
};

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

function copy(stage, from, to = from) {
  mkdirSync(dirname(join(stage, to)), { recursive: true });
  cpSync(join(root, from), join(stage, to), {
    recursive: true,
    filter: (path) => isShipped(path) && !path.startsWith(join(root, from, 'node_modules')),
  });
}

function manifest(stage, to, value) {
  writeFileSync(join(stage, to, 'package.json'), json(value));
}

/** A manifest with nothing that npm would run or fetch. */
function quiet(own) {
  const {
    scripts: _scripts,
    devDependencies: _dev,
    gypfile: _gyp,
    files: _files,
    optionalDependencies: _optional,
    ...rest
  } = own;
  return { ...rest, dependencies: dependenciesOf(own) };
}

/** The contract and the libraries go where Node looks them up; plugins stay where the daemon does. */
function workspaces(stage) {
  const shared = ['core/api', ...below('libs')];
  for (const folder of shared) {
    const own = manifestOf(folder);
    const to = join('node_modules', own.name);
    const parts = folder === 'core/api' ? ['dist', 'bin', 'templates', 'biome-rules.json', 'LICENSE'] : ['dist/src'];
    for (const part of parts) copy(stage, join(folder, part), join(to, part));
    manifest(stage, to, quiet(own));
  }
  for (const folder of below('plugins')) {
    copy(stage, join(folder, 'dist', 'src'));
    manifest(stage, folder, quiet(manifestOf(folder)));
  }
  return shared.map((folder) => manifestOf(folder).name);
}

/** @returns the platforms that SQLite's binaries lack */
export async function stageDaemon(stage, prebuilds) {
  rmSync(stage, { recursive: true, force: true });
  for (const path of FILES) copy(stage, path);
  const shared = workspaces(stage);
  const packages = closure(['core/api', ...below('libs'), ...below('plugins')]);
  for (const folder of packages) {
    for (const part of PARTS[folder] ?? ['']) copy(stage, join(folder, part));
    manifest(stage, folder, quiet(manifestOf(folder)));
  }
  writeFileSync(join(stage, 'licences.txt'), await bundleInto(stage, below('plugins')));
  const own = manifestOf('.');
  const lacking = withBinaries(
    join(stage, 'node_modules', 'sqlite3'),
    manifestOf('node_modules/sqlite3').version,
    prebuilds,
  );
  const top = packages.filter((folder) => folder.lastIndexOf('node_modules') === 0);
  const dependencies = Object.fromEntries(
    [...top.map((folder) => folder.slice('node_modules/'.length)), ...shared]
      .sort()
      .map((name) => [name, manifestOf(join('node_modules', name)).version]),
  );
  const { name, version, description, license, type, engines } = own;
  mkdirSync(join(stage, 'bin'));
  writeFileSync(join(stage, 'bin', 'sidelight.mjs'), COMMAND);
  chmodSync(join(stage, 'bin', 'sidelight.mjs'), 0o755);
  manifest(stage, '.', {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { sidelight: 'bin/sidelight.mjs' },
    dependencies,
    bundleDependencies: Object.keys(dependencies),
  });
  return lacking;
}
