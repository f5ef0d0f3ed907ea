/**
 * A registry of npm's on loopback, with the contract as it would be published and the packages that it says it needs, packed
 * from node_modules. What is not declared cannot be installed from it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNpmRegistry } from '../npm-registry.js';
import { root } from '../root.js';
import { tempFolder } from '../temp-folder.js';
import { runIn } from './run.js';

export interface Registry {
  /** For npm: this registry and no other, with a cache and a config of its own. */
  readonly env: Readonly<Record<string, string>>;
  /** Of the packed contract. */
  readonly files: readonly string[];
  close(): Promise<void>;
}

interface Packed {
  readonly name: string;
  readonly version: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

const CONTRACT = '@sidelight/plugin-api';

export async function startRegistry(): Promise<Registry> {
  const folder = tempFolder();
  const npm = { npm_config_cache: join(folder.path, 'cache'), npm_config_userconfig: join(folder.path, 'npmrc') };
  const folders = [...packagesFor([CONTRACT, '@types/node']).map((path) => join(root, path)), compiler(folder)];
  const packed = await pack(folders, folder.path, npm);
  const registry = await startNpmRegistry();
  for (const path of folders) {
    const manifest = manifestOf(path);
    const tarball = packed.find(({ name, version }) => name === manifest['name'] && version === manifest['version']);
    if (tarball !== undefined) registry.publish(manifest, join(folder.path, tarball.filename));
  }
  return {
    env: { ...npm, npm_config_registry: registry.url, npm_config_audit: 'false' },
    files: packed.find(({ name }) => name === CONTRACT)?.files.map(({ path }) => path) ?? [],
    async close() {
      await registry.close();
      folder.remove();
    },
  };
}

type Manifest = Readonly<Record<string, unknown>> & { readonly dependencies?: Readonly<Record<string, string>> };

const manifestOf = (path: string): Manifest => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Manifest;

/** The folders of packages and of all that they depend on, as the lock file has them; of several versions each. */
function packagesFor(names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const add = (from: string, name: string): void => {
    const path = placesOf(from, name).find(isThere) ?? `node_modules/${name}`;
    if (found.has(path)) return;
    found.add(path);
    for (const needed of Object.keys(manifestOf(join(root, path)).dependencies ?? {})) add(path, needed);
  };
  for (const name of names) add('', name);
  return [...found];
}

/** Where a package looks for another: in itself, then in each that it lies in. */
function placesOf(from: string, name: string): readonly string[] {
  const [, outer] = /^(.*)\/node_modules\/(?:@[^/]+\/)?[^/]+$/.exec(from) ?? [];
  return [`${from}/node_modules/${name}`, ...(outer === undefined ? [] : placesOf(outer, name))];
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, object>>;
};
const isThere = (path: string): boolean => Object.hasOwn(packages, path);

/** The compiler has one file of 27 MB for each platform: a package that leads to the one of this repository stands for it. */
function compiler({ path, write }: { readonly path: string; write(name: string, text: string): string }): string {
  const { version } = manifestOf(join(root, 'node_modules', 'typescript'));
  const bin = JSON.stringify(join(root, 'node_modules', 'typescript', 'bin', 'tsc'));
  write(
    'typescript/package.json',
    JSON.stringify({ name: 'typescript', version, type: 'module', bin: { tsc: 'tsc.js' } }),
  );
  write('typescript/tsc.js', `#!/usr/bin/env node\nawait import(${bin});\n`);
  return join(path, 'typescript');
}

async function pack(folders: readonly string[], to: string, env: Readonly<Record<string, string>>) {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', to, ...folders];
  const { status, stdout, text } = await runIn(to, 'npm', args, env);
  if (status !== 0) throw new Error(`the packages for the registry cannot be packed: ${text}`);
  return Object.values(JSON.parse(stdout) as Readonly<Record<string, Packed>>);
}
