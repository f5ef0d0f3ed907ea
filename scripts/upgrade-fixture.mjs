/**
 * Makes the databases that stand for this version in test/fixtures/databases, and opens them by this build: part of every release,
 * before anything else is changed. `npm run fixture`, or `npm run fixture -- <name>` for a schema between two releases.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [name = version] = process.argv.slice(2);
const folder = join(root, 'test', 'fixtures', 'databases', name);
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(name)) {
  process.stderr.write(`${name} is no version: write it as 1.2.3, or 1.2.3-0011 for a schema after it\n`);
  process.exit(2);
}
if (existsSync(folder)) {
  process.stderr.write(
    `${folder} is there: databases of a version are made once, and stand for those that people have\n`,
  );
  process.exit(1);
}

const run = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;

bootstrap();
const isMade = run(join('test', 'dist', 'support', 'fixture-database', 'make.js'), folder);
if (!isMade) rmSync(folder, { recursive: true, force: true });
const tests = ['fixture', 'fixture-served'].map((one) => join('test', 'dist', 'unit', 'cache', `${one}.test.js`));
const isGood =
  isMade && run(join('node_modules', 'mocha', 'bin', 'mocha.js'), '--exit', '--timeout', '200000', ...tests);
process.stdout.write(
  isGood ? `${folder} is made: commit it with the release\n` : 'the fixture could not be made, or not be opened\n',
);
process.exit(isGood ? 0 : 1);
