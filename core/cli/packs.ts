/** `sidelight packs`: the files for dashboards, from the config alone. */
import { mkdir, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { messageOf } from '@sidelight/plugin-api/errors';
import { CodedError } from '../ground/errors.js';
import { silentLog } from '../ground/log.js';
import { nearest } from '../ground/nearest.js';
import { EXPECTED, parsed, publicBase, urlOf } from '../http/base-url.js';
import type { Choice } from '../packs/choice.js';
import type { ComposedPack } from '../packs/compose-packs.js';
import { Packs } from '../packs/packs.js';
import type { ServerSettings } from '../settings/settings.js';
import { type Command, type CommandInput, print } from './command.js';
import { contributed } from './contributed.js';
import { loadFor } from './settings.js';

const ALL_NETWORKS = new Set(['0.0.0.0', '::']);

/** The address that dashboards use, as far as the config tells it. */
export function baseUrlFor(server: ServerSettings, asked: string | undefined): string {
  if (asked !== undefined) return parsed(asked) ?? usage(`--base-url must be ${EXPECTED}, without user, ? and #`);
  const known = publicBase(server);
  if (known !== undefined) return known;
  if (server.port === 0) return usage('The port changes at each start: give the address of Sidelight with --base-url');
  const host = ALL_NETWORKS.has(server.host) ? hostname() : server.host;
  return urlOf({ host, port: server.port }, server.basePath);
}

/** One flag at most says which widgets are wanted. */
function choiceOf({ all, starter, only }: CommandInput['flags']): Choice {
  const given = [
    all === undefined ? [] : 'all',
    starter === undefined ? [] : 'starter',
    only === undefined ? [] : 'only',
  ];
  if (given.flat().length > 1) return usage('Give only one of --all, --starter and --only');
  if (all !== undefined) return 'all';
  if (starter !== undefined) return 'starter';
  if (only === undefined) return 'filled';
  const ids = only.split(',').map((id) => id.trim());
  return ids.some((id) => id === '') ? usage('Give --only the ids of widgets, separated by commas') : ids;
}

function packNamed(name: string, packs: readonly ComposedPack[]): ComposedPack {
  const names = packs.map(({ id }) => id);
  const guess = nearest(name, names);
  const hint = guess === undefined ? `choose one of ${names.join(', ')}` : `did you mean "${guess}"?`;
  return packs.find(({ id }) => id === name) ?? usage(`Unknown pack "${name}": ${hint}`);
}

async function write({ files }: ComposedPack, folder: string, { err }: CommandInput): Promise<void> {
  for (const { path, text } of files) {
    const file = join(folder, path);
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    } catch (error) {
      usage(`${file} cannot be written: ${messageOf(error)}`);
    }
    print(err, file);
  }
}

/** An id that no widget has was written here, and not sent in a request. */
function misnamed(error: unknown): never {
  throw error instanceof CodedError && error.code === 'bad_request' ? new CodedError('usage', error.message) : error;
}

function usage(sentence: string): never {
  throw new CodedError('usage', sentence);
}

export const packs: Command = async (input) => {
  const { flags, args, cwd, out, err } = input;
  const loaded = await loadFor(input);
  const { registry, sources } = await contributed(loaded);
  const publicUrl = (): string | undefined => publicBase(loaded.settings.server);
  const made = new Packs(registry, silentLog, { sources: () => sources, publicUrl });
  const choice = choiceOf(flags);
  const all = await made.list(baseUrlFor(loaded.settings.server, flags['base-url']), { choice }).catch(misnamed);
  for (const { text } of made.refused()) print(err, text);
  const [name] = args;
  if (name === undefined) {
    for (const { id, title, summary } of all) print(out, `${id.padEnd(16)}  ${title.padEnd(16)}  ${summary}`);
    return 0;
  }
  const file = all.flatMap(({ files }) => files).find(({ path }) => path === name);
  if (file !== undefined && flags.out === undefined) {
    out.write(file.text);
    return 0;
  }
  const pack = packNamed(name, all);
  const [only] = pack.files;
  if (flags.out !== undefined) await write(pack, resolve(cwd, flags.out), input);
  else if (pack.archive === null && only !== undefined) out.write(only.text);
  else
    usage(
      `${name} has ${pack.files.length} files: name a folder with --out, or one of the files, such as packs ${only?.path}`,
    );
  return 0;
};
