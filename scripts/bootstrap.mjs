/**
 * Makes a clone ready to run: checks Node, installs when the lock file changed, builds when a source changed.
 * Needs nothing but Node itself. Everything that it says goes to standard error, so that commands keep standard output.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const say = (text) => process.stderr.write(`sidelight: ${text}\n`);

function fail(text) {
  say(text);
  process.exit(1);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 20)) {
    fail(
      `needs Node 20.20 or newer, this is ${process.versions.node}: install a newer one from your distribution or nodejs.org`,
    );
  }
}

/** Runs a command of the clone; its output goes to standard error. */
function run(command, args, what) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, SCARF_ANALYTICS: 'false' },
  });
  if (error !== undefined) fail(`${what} could not start: ${error.message}`);
  if (status !== 0) fail(`${what} failed: the lines above say why`);
}

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = join(root, 'node_modules', '.sidelight-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('installing packages (sqlite3 may be compiled: this takes a minute or two, once)');
  run('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], 'npm ci');
  writeFileSync(stamp, lock);
}

const folders = (parent) =>
  existsSync(join(root, parent))
    ? readdirSync(join(root, parent))
        .map((name) => join(parent, name))
        .filter((folder) => existsSync(join(root, folder, 'tsconfig.json')))
    : [];

/** The TypeScript projects of the clone, in the order in which they build: what runs, and what tests it. */
export const projects = () => ({
  run: ['core/api', ...folders('libs'), 'core', 'widgets', ...folders('plugins')],
  test: ['test'],
});

const SKIPPED = new Set(['node_modules', 'dist', '.git', 'data', 'cases']);

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (SKIPPED.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

/** What a build depends on: every source and every compiler setting, by size and time of change. */
function fingerprint(own) {
  const hash = createHash('sha256').update(process.version);
  const makers = ['scripts/precompile.mjs', 'scripts/bundle-options.mjs'];
  const paths = ['tsconfig.json', 'package-lock.json', ...makers].map((path) => join(root, path));
  const sources = own.flatMap((project) => [...files(join(root, project))]);
  // The contract lies within the core: once is enough.
  for (const path of new Set([...paths, ...sources.filter((one) => /\.ts$|tsconfig\.json$/.test(one))])) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${relative(root, path)}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Compiled files whose source is gone would still be found at run time: widgets and plugins are discovered by folder. */
function sweep(project) {
  const out = join(root, project, 'dist');
  if (!existsSync(out)) return;
  const source = project === 'core/api' ? join(root, project, 'src') : join(root, project);
  for (const path of files(out)) {
    const stem = relative(out, path).replace(/\.(d\.ts|js|js\.map)$/, '');
    if (stem !== relative(out, path) && !existsSync(join(source, `${stem}.ts`))) rmSync(path);
  }
}

function stamps(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // There is none yet, or one of another version: both mean that nothing is built.
    return {};
  }
}

/** @param parts of the projects: a start needs no compiled tests */
function build(parts) {
  const file = join(root, '.sidelight-build');
  const built = stamps(file);
  const all = projects();
  const now = Object.fromEntries(parts.map((part) => [part, fingerprint(all[part])]));
  const stale = parts.filter((part) => built[part] !== now[part]);
  if (stale.length === 0) return;
  say('building');
  rmSync(file, { force: true });
  const own = stale.flatMap((part) => all[part]);
  run(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-b', ...own], 'the build');
  for (const project of own) sweep(project);
  if (stale.includes('run')) run(process.execPath, [join('scripts', 'precompile.mjs')], 'the build');
  writeFileSync(file, JSON.stringify({ ...built, ...now }));
}

export function bootstrap(parts = ['run', 'test']) {
  checkNode();
  install();
  build(parts);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) bootstrap();
