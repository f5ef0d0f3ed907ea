/** SQLite's driver as a release carries it: its ready binaries, one for each platform, and no step at installation. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';

/** As the loader below names them. */
export const PLATFORMS = [
  'darwin-arm64',
  'darwin-x64',
  'linux-arm64',
  'linux-arm64-musl',
  'linux-x64',
  'linux-x64-musl',
  'win32-x64',
];

const loader = (version) => `const { existsSync } = require('node:fs');
const { join } = require('node:path');

const isMusl = () => process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
const platform = [process.platform, process.arch, ...(isMusl() ? ['musl'] : [])].join('-');
const file = process.env.SIDELIGHT_SQLITE || join(__dirname, '..', 'prebuilds', platform, 'node_sqlite3.node');
const how =
  'Build it in an empty folder with: npm install --ignore-scripts sqlite3@${version} && cd node_modules/sqlite3 && npx node-gyp rebuild. ' +
  'That takes python3, make and a C++ compiler. Then set SIDELIGHT_SQLITE to the path of its build/Release/node_sqlite3.node.';
if (!existsSync(file)) throw new Error('SQLite for ' + platform + ' is not at ' + file + '. ' + how);
try {
  module.exports = require(file);
} catch (error) {
  throw new Error('SQLite at ' + file + ' cannot be loaded (' + error.message + '). ' + how);
}
`;

/** Which platform this machine is, as PLATFORMS names it. */
export function thisPlatform() {
  const isMusl = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
  return [process.platform, process.arch, ...(isMusl ? ['musl'] : [])].join('-');
}

/**
 * @param folder of the copied driver
 * @param prebuilds a folder with a folder for each platform, as the workflow gathers them; without one it is this machine's
 * @returns the platforms that it lacks
 */
export function withBinaries(folder, version, prebuilds) {
  for (const name of ['build', 'deps', 'src', 'binding.gyp', 'node_modules'])
    rmSync(join(folder, name), { recursive: true, force: true });
  const own = join(root, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');
  const target = join(folder, 'prebuilds');
  mkdirSync(join(target, thisPlatform()), { recursive: true });
  cpSync(own, join(target, thisPlatform(), 'node_sqlite3.node'));
  if (prebuilds !== undefined) cpSync(prebuilds, target, { recursive: true });
  writeFileSync(join(folder, 'lib', 'sqlite3-binding.js'), loader(version));
  const has = new Set(readdirSync(target).filter((name) => existsSync(join(target, name, 'node_sqlite3.node'))));
  return PLATFORMS.filter((name) => !has.has(name));
}
