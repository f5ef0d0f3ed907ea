/** The command line: `sidelight <command> [args] [flags]`. */
import { parseArgs } from 'node:util';
import { CodedError } from '../ground/errors.js';
import type { Flags } from './command.js';

export interface Parsed {
  readonly command: string;
  readonly args: readonly string[];
  readonly flags: Flags;
}

const OPTIONS = {
  config: { type: 'string', short: 'c' },
  port: { type: 'string', short: 'p' },
  host: { type: 'string' },
  data: { type: 'string', short: 'd' },
  'log-level': { type: 'string' },
  demo: { type: 'boolean' },
  strict: { type: 'boolean' },
  scope: { type: 'string' },
  expires: { type: 'string' },
  widgets: { type: 'string' },
  actions: { type: 'string' },
  networks: { type: 'string' },
  viewers: { type: 'string' },
  'hide-addresses': { type: 'boolean' },
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
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const;

/** @throws usage */
export function parseCommandLine(argv: readonly string[]): Parsed {
  const { values, positionals } = readOptions(argv);
  const { help, version, ...flags } = values;
  if (help === true) return { command: 'help', args: positionals, flags };
  if (version === true) return { command: 'version', args: [], flags };
  const [command = 'serve', ...args] = positionals;
  return { command, args, flags };
}

function readOptions(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CodedError('usage', error instanceof Error ? error.message : String(error), { cause: error });
  }
}
