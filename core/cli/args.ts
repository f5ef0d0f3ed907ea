/** The command line: `sidelight <command> [args] [flags]`. */
import { parseArgs } from 'node:util';
import { messageOf } from '@sidelight/plugin-api/errors';
import { CodedError } from '../ground/errors.js';
import { nearest } from '../ground/nearest.js';
import type { Flags } from './command.js';

export interface Parsed {
  readonly command: string;
  readonly args: readonly string[];
  readonly flags: Flags;
  /** Names of those that were given and that not every command takes. */
  readonly own: readonly string[];
}

/** Those that every command takes. */
const COMMON = {
  config: { type: 'string', short: 'c' },
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  data: { type: 'string', short: 'd' },
  'log-level': { type: 'string' },
  demo: { type: 'boolean' },
  strict: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

const OPTIONS = {
  ...COMMON,
  scope: { type: 'string' },
  expires: { type: 'string' },
  widgets: { type: 'string' },
  actions: { type: 'string' },
  networks: { type: 'string' },
  viewers: { type: 'string' },
  'hide-addresses': { type: 'boolean' },
  dashboard: { type: 'string' },
  query: { type: 'string' },
  all: { type: 'boolean' },
  starter: { type: 'boolean' },
  only: { type: 'string' },
  out: { type: 'string', short: 'o' },
  'base-url': { type: 'string' },
  merge: { type: 'boolean' },
  user: { type: 'string' },
  title: { type: 'string' },
  since: { type: 'string' },
  source: { type: 'string' },
  suspect: { type: 'boolean' },
  json: { type: 'boolean' },
  zone: { type: 'string' },
  'dry-run': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
} as const;

/** @throws usage */
export function parseCommandLine(argv: readonly string[]): Parsed {
  const { values, positionals } = readOptions(argv);
  const { help, version, ...flags } = values;
  if (help === true) return { command: 'help', args: positionals.slice(0, 1), flags, own: [] };
  if (version === true) return { command: 'version', args: [], flags, own: [] };
  const [command = 'serve', ...args] = positionals;
  return { command, args, flags, own: Object.keys(flags).filter((name) => !Object.hasOwn(COMMON, name)) };
}

function readOptions(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CodedError('usage', sentence(argv) ?? messageOf(error), { cause: error });
  }
}

/** What is wrong with the first flag that is, in words of ours. */
function sentence(argv: readonly string[]): string | undefined {
  const { tokens } = parseArgs({ args: [...argv], options: OPTIONS, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!isFlag(name)) {
      const meant = nearest(name, Object.keys(OPTIONS));
      return `Unknown flag ${rawName}${meant === undefined ? '' : `: did you mean --${meant}?`}`;
    }
    if (OPTIONS[name].type === 'boolean' && value !== undefined) return `${rawName} does not take a value`;
    // What begins with a dash is taken for the next flag.
    if (OPTIONS[name].type === 'string' && (value === undefined || isDash(token))) return `${rawName} needs a value`;
  }
  return undefined;
}

const isFlag = (name: string): name is keyof typeof OPTIONS => Object.hasOwn(OPTIONS, name);

const isDash = ({ value = '', inlineValue }: { readonly value?: string; readonly inlineValue?: boolean }): boolean =>
  inlineValue !== true && value.startsWith('-');
