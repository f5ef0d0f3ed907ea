/** What the commands for authors share: arguments, sentences instead of stack traces, the core that was built. */
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../bootstrap.mjs';

/** Something that the author can put right: told as a sentence. */
export class Refusal extends Error {}

export const refuse = (sentence) => {
  throw new Refusal(sentence);
};

export const say = (text = '') => void process.stdout.write(`${text}\n`);

const SCRIPTS = ['new:plugin', 'record-case', 'verify-plugin'];

/** Where the author is: npm runs a script in the folder of its package. */
export const here = () =>
  (SCRIPTS.includes(process.env['npm_lifecycle_event']) && process.env['INIT_CWD']) || process.cwd();

/** A path as the author would write it. */
export function shown(path) {
  const short = relative(here(), path);
  return short.startsWith('..') ? path : short || '.';
}

/** A module of the core, built. */
export const core = (path) => import(pathToFileURL(join(root, 'core', 'dist', path)).href);

/**
 * `npm run` takes flags for itself that do not come after `--`, and hands on what followed them.
 * @param most how many words may stand before the flags
 */
export function readArgs({ options, most, usage }) {
  let parsed;
  try {
    parsed = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } }, allowPositionals: true });
  } catch (error) {
    return refuse(`${error.message}\n${usage}`);
  }
  const { values, positionals } = parsed;
  if (values.help) return refuse(usage);
  if (positionals.length > most) refuse(`what is ${positionals[most]}? Flags come after --\n${usage}`);
  return { values, positionals };
}

/** Runs a command to its exit code: what it returns, 1 for what the author can put right. */
export async function run(command) {
  // Time that is waited for keeps no process alive by itself.
  setInterval(() => undefined, 60_000);
  try {
    process.exit(await command());
  } catch (error) {
    if (!(error instanceof Refusal) && typeof error?.hint !== 'string') throw error;
    process.stderr.write(`${error.message}\n${error.hint ? `  ${error.hint}\n` : ''}`);
    process.exit(1);
  }
}
