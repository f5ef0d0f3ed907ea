/**
 * Adds, updates and removes plugins below the data folder. Each change is made in a copy beside it, looked at, and only then
 * put in its place: one that fails leaves everything as it was, and a running daemon never sees half of it.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { messageOf } from '@sidelight/plugin-api/errors';
import { CodedError } from '../ground/errors.js';
import { isRecord } from '../ground/path.js';
import { type AddedPlugin, addedPlugins, lockedIn } from './added.js';
import { npm } from './npm.js';

export interface InstallerInput {
  /** The folder of added plugins. */
  readonly home: string;
  /** Where relative paths of a command begin. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Says why a package that was just installed cannot be used, or nothing. */
  verdict(plugin: AddedPlugin, home: string): Promise<string | undefined>;
}

const PACKAGES = 'packages';
const TARBALL = /\.(tgz|tar\.gz)$/;
/** A name of the registry, with a version, a range or a tag if so wished. */
const FROM_REGISTRY = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(@[\w.^~<>=|* -]+)?$/i;

export class Installer {
  constructor(private readonly input: InstallerInput) {}

  /**
   * @param what a package of the registry (`name`, `name@1.2.3`), a tarball, or a folder with a package.json
   * @throws plugin_install
   */
  add(what: string): Promise<AddedPlugin> {
    return this.change(async (stage) => {
      const before = new Map(addedPlugins(stage).map(({ name, spec }) => [name, spec]));
      await this.install(stage, await this.specOf(what, stage));
      const changed = addedPlugins(stage).filter(({ name, spec }) => before.get(name) !== spec);
      const [plugin] = changed.length === 0 ? addedPlugins(stage).filter(({ name }) => isNamed(what, name)) : changed;
      if (plugin === undefined) throw new CodedError('plugin_install', `${what} is already installed, in this version`);
      demandIntegrity(stage, plugin);
      const reason = await this.input.verdict(plugin, stage);
      if (reason !== undefined) throw new CodedError('plugin_install', `${plugin.name} was not added: ${reason}`);
      return plugin;
    });
  }

  /** @throws plugin_install when no such package was added */
  async remove(name: string): Promise<void> {
    await this.change(async (stage) => {
      const plugin = addedPlugins(stage).find((one) => one.name === name);
      if (plugin === undefined) throw new CodedError('plugin_install', `${name} was not installed with this command`);
      await this.run(stage, ['uninstall', name, '--legacy-peer-deps']);
      return plugin;
    });
  }

  /** Runs in a copy that becomes the folder when all went well. */
  private async change(make: (stage: string) => Promise<AddedPlugin>): Promise<AddedPlugin> {
    const { home } = this.input;
    const stage = `${home}.${randomUUID().slice(0, 8)}`;
    try {
      await mkdir(dirname(home), { recursive: true });
      if (existsSync(home)) await cp(home, stage, { recursive: true, verbatimSymlinks: true });
      else await begin(stage);
      const plugin = await make(stage);
      await dropUnused(stage);
      await swap(home, stage);
      return { ...plugin, folder: join(home, 'node_modules', plugin.name) };
    } catch (error) {
      if (error instanceof CodedError) throw error;
      throw new CodedError('plugin_install', `${home} cannot be changed: ${messageOf(error)}`, { cause: error });
    } finally {
      await rm(stage, { recursive: true, force: true });
    }
  }

  private install(stage: string, spec: string): Promise<string> {
    return this.run(stage, ['install', spec, '--save-exact', '--omit=dev', '--legacy-peer-deps']);
  }

  /** A cache of its own, so that it works where the home folder cannot be written. */
  private async run(stage: string, args: readonly string[]): Promise<string> {
    const cache = join(stage, '.npm-cache');
    try {
      return await npm([...args, `--cache=${cache}`], { cwd: stage, env: this.input.env });
    } finally {
      await rm(cache, { recursive: true, force: true });
    }
  }

  /** What npm is to install: tarballs and folders become a tarball of our own, which stays. */
  private async specOf(what: string, stage: string): Promise<string> {
    const path = resolve(this.input.cwd, what);
    const isPath = /^(\.{0,2}\/|[a-z]:\\)/i.test(what) || what === '.' || what === '..' || TARBALL.test(what);
    if (!isPath && FROM_REGISTRY.test(what)) return what;
    if (!isPath) throw new CodedError('plugin_install', `${what} is neither a package, nor a tarball, nor a folder`);
    if (!existsSync(path)) throw new CodedError('plugin_install', `${path} does not exist`);
    const packages = join(stage, PACKAGES);
    await mkdir(packages, { recursive: true });
    const tarball = statSync(path).isDirectory() ? await this.pack(path, stage) : path;
    const name = `${basename(tarball).replace(TARBALL, '')}-${await digestOf(tarball)}.tgz`;
    await cp(tarball, join(packages, name));
    return `file:${PACKAGES}/${name}`;
  }

  /** As it would be published. @returns the tarball's path */
  private async pack(folder: string, stage: string): Promise<string> {
    if (!existsSync(join(folder, 'package.json')))
      throw new CodedError('plugin_install', `${folder} has no package.json`);
    const text = await this.run(stage, ['pack', folder, '--json', `--pack-destination=${join(stage, PACKAGES)}`]);
    const listed: unknown = JSON.parse(text);
    // Version 12 of npm names them by package, earlier ones list them.
    const [packed] = Array.isArray(listed) ? listed : Object.values(Object(listed));
    if (isRecord(packed) && typeof packed['filename'] === 'string')
      return join(stage, PACKAGES, basename(packed['filename']));
    throw new CodedError('plugin_install', `npm did not report the package it made of ${folder}`);
  }
}

/** Two builds of one version are two packages: what is in it names it. */
const digestOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
    .slice(0, 12);

async function begin(stage: string): Promise<void> {
  await mkdir(stage, { recursive: true });
  const manifest = { name: 'sidelight-added-plugins', private: true, dependencies: {} };
  await writeFile(join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Everything that came is pinned by what it holds, not by its name alone. */
function demandIntegrity(stage: string, { name }: AddedPlugin): void {
  const loose = [...lockedIn(stage)].find(([, { integrity }]) => integrity === undefined);
  if (loose === undefined) return;
  const part = loose[0].replace(/^.*node_modules\//, '');
  throw new CodedError(
    'plugin_install',
    `${name} was not added: the contents of ${part === name ? 'it' : `its part ${part}`} cannot be pinned`,
  );
}

async function dropUnused(stage: string): Promise<void> {
  const used = new Set(addedPlugins(stage).map(({ spec }) => basename(spec)));
  const packages = join(stage, PACKAGES);
  if (!existsSync(packages)) return;
  for (const file of await readdir(packages)) if (!used.has(file)) await rm(join(packages, file));
}

async function swap(home: string, stage: string): Promise<void> {
  const old = `${stage}.old`;
  if (existsSync(home)) await rename(home, old);
  try {
    await rename(stage, home);
  } catch (error) {
    if (existsSync(old)) await rename(old, home);
    throw error;
  }
  await rm(old, { recursive: true, force: true });
}

const isNamed = (what: string, name: string): boolean => what === name || what.startsWith(`${name}@`);
