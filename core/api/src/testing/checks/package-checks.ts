/** What a plugin's package has to hold: its manifest, README, source files and cases. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseDocument } from 'yaml';
import { caseNames } from '../case-folder.js';
import { type Entry, sampleConfig } from '../sample-config.js';
import { type Check, demand, type Subject } from './check.js';

const PLUGIN_LINES = 60;
const CASES = ['ok', 'empty', 'unauthorized', 'down', 'unexpected-payload'];

export const packageChecks: readonly Check[] = [
  { title: 'its id is kebab-case and names its folder or package', elsewhere: 'advice', run: checkId },
  { title: 'its package.json is that of a plugin', elsewhere: 'advice', run: checkManifest },
  { title: 'its README shows a config that matches its schema', elsewhere: 'advice', run: checkReadme },
  { title: 'its source lies in the usual files', integration: true, elsewhere: 'nothing', run: checkSource },
  { title: 'it has the cases that every plugin has', integration: true, elsewhere: 'advice', run: checkCases },
];

interface Manifest {
  readonly name?: string;
  readonly type?: string;
  readonly exports?: string | Readonly<Record<string, unknown>>;
  readonly sidelight?: { readonly plugin?: boolean };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

function manifestOf(root: string): Manifest {
  const file = join(root, 'package.json');
  demand(existsSync(file), 'package.json is missing');
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

function checkId({ plugin, root }: Subject): void {
  demand(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(plugin.id), `the id ${plugin.id} is not kebab-case`);
  const name = manifestOf(root).name ?? '';
  const named = [basename(root), name].some((one) => one === plugin.id || one.endsWith(`-${plugin.id}`));
  demand(named, `neither the folder ${basename(root)} nor the package ${name} is named after ${plugin.id}`);
}

function checkManifest({ root }: Subject): void {
  const manifest = manifestOf(root);
  demand(manifest.type === 'module', 'package.json: "type" is not "module"');
  demand(manifest.sidelight?.plugin === true, 'package.json lacks "sidelight": { "plugin": true }');
  const entry = typeof manifest.exports === 'string' ? manifest.exports : manifest.exports?.['.'];
  demand(entry !== undefined, 'package.json: "exports" has no "."');
  const depends = { ...manifest.dependencies, ...manifest.peerDependencies };
  demand('@sidelight/plugin-api' in depends, 'package.json does not depend on @sidelight/plugin-api');
}

function checkReadme({ plugin, root }: Subject): void {
  const file = join(root, 'README.md');
  demand(existsSync(file), 'README.md is missing');
  const text = readFileSync(file, 'utf8');
  if (plugin.create === undefined) {
    const isNamed = configsIn(text).some(({ plugins }) => plugins !== undefined);
    demand(isNamed, `README.md has no yaml block that names ${plugin.id} under plugins:`);
    return;
  }
  const entry = entryIn(text, plugin.id);
  demand(entry !== undefined, `README.md has no yaml block with an entry of ${plugin.id} under integrations:`);
  sampleConfig(plugin, entry);
}

interface ReadmeConfig {
  readonly plugins?: unknown;
  readonly integrations?: Readonly<Record<string, Entry>>;
}

/** What its yaml blocks hold. */
const configsIn = (readme: string): readonly ReadmeConfig[] =>
  [...readme.matchAll(/```ya?ml\r?\n([\s\S]*?)```/g)].map(
    ([, block = '']) => (parseDocument(block).toJS() as ReadmeConfig | null) ?? {},
  );

function entryIn(readme: string, id: string): Entry | undefined {
  for (const { integrations = {} } of configsIn(readme)) {
    const entries = Object.entries(integrations);
    const found = entries.find(([key, entry]) => (entry['plugin'] ?? key) === id);
    if (found !== undefined) return found[1];
  }
  return undefined;
}

function checkSource({ plugin, root }: Subject): void {
  const files = plugin.local === true ? ['plugin', 'map'] : ['plugin', 'client', 'upstream', 'map'];
  for (const file of files) demand(existsSync(join(root, 'src', `${file}.ts`)), `src/${file}.ts is missing`);
  const lines = readFileSync(join(root, 'src', 'plugin.ts'), 'utf8')
    .trimEnd()
    .split('\n').length;
  demand(lines <= PLUGIN_LINES, `src/plugin.ts has ${lines} lines: more than ${PLUGIN_LINES}`);
}

function checkCases({ plugin, root }: Subject): void {
  const names = caseNames(root);
  const missing = (plugin.local === true ? ['ok'] : CASES).filter((name) => !names.includes(name));
  demand(missing.length === 0, `cases are missing: ${missing.join(', ')}`);
}
