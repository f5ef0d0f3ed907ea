/** The bin `sidelight-plugin`: commands for authors of plugins, in folders of their own. */
import { join, resolve } from 'node:path';
import { exitCode, readArgs, refuse, say, shown } from './command.js';
import { loadPlugin } from './load-plugin.js';
import { type Language, packageFiles } from './new-files.js';
import { NEW_FLAGS, NEW_OPTIONS, newPlugin, writeFiles } from './new-plugin.js';
import { RECORD_FLAGS, RECORD_OPTIONS, record } from './record.js';
import { Report } from './report.js';
import { verifyAlone } from './verify-alone.js';

const USAGE = `sidelight-plugin new | record | verify, each with --help`;

const NEW_USAGE = `sidelight-plugin new <id> [--ts] [--title "My service"] [--port download.queue] [--out folder]
  --ts     in TypeScript; not given: in JavaScript, which needs no build
${NEW_FLAGS}
  --out    the folder that it is made in; not given: one with the name of the package`;

const RECORD_USAGE = `sidelight-plugin record <case> --url http://… [--plugin folder] [--config file.yaml] [--steps check,task:…] [--out folder] [--force]
  --plugin  its folder; not given: this one
${RECORD_FLAGS}`;

const VERIFY_USAGE = `sidelight-plugin verify [folder]
  what holds for every plugin, its widgets and tiles, and its cases; not given: of this folder`;

type Command = (args: readonly string[]) => Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  async new(args) {
    const { values, positionals } = readArgs(args, NEW_OPTIONS, { most: 1, usage: NEW_USAGE });
    return makePackage(positionals[0], values, { here: process.cwd(), usage: NEW_USAGE });
  },
  async record(args) {
    const options = { ...RECORD_OPTIONS, plugin: { type: 'string' } } as const;
    const { values, positionals } = readArgs(args, options, { most: 1, usage: RECORD_USAGE });
    const [name] = positionals;
    if (name === undefined) return refuse(RECORD_USAGE);
    const found = await loadPlugin(resolve(String(values['plugin'] ?? '.')));
    return record(found, { name, values, here: process.cwd(), usage: RECORD_USAGE });
  },
  async verify(args) {
    const { positionals } = readArgs(args, {}, { most: 1, usage: VERIFY_USAGE });
    const report = new Report();
    await verifyAlone(resolve(positionals[0] ?? '.'), report);
    say(report.summary());
    return report.failed === 0 ? 0 : 1;
  },
};

interface Place {
  /** Where paths begin. */
  readonly here: string;
  readonly usage: string;
}

/** A plugin in a package of its own. */
export async function makePackage(
  id: string | undefined,
  values: Readonly<Record<string, string | boolean | undefined>>,
  { here, usage }: Place,
): Promise<number> {
  const plugin = newPlugin(id, values, usage);
  const language: Language = values['ts'] === true ? 'ts' : 'js';
  const folder = resolve(here, String(values['out'] ?? `sidelight-plugin-${plugin.id}`));
  writeFiles(folder, packageFiles(plugin, language), here);
  const source = language === 'ts' ? 'src' : 'plugin.js';
  say(`
Next:
  1. cd ${shown(folder, here)} && npm install && npm test   what holds for every plugin, and its cases
  2. ${join(shown(folder, here), source)}: the calls, the answers, and what becomes of them
  3. npx sidelight-plugin record ok --url http://… --config entry.yaml --force   a case from what your service answers
  4. sidelight plugins add ${folder}, and an entry ${plugin.id}: under integrations: in its YAML`);
  return 0;
}

export function main(args: readonly string[]): Promise<number> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return exitCode(async () => (command === undefined ? refuse(USAGE) : command(rest)));
}
