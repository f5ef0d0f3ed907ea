/** What the commands for authors share: arguments, sentences instead of stack traces. */
import { relative } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Something that the author can put right: told as a sentence. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

export function refuse(sentence: string): never {
  throw new Refusal(sentence);
}

export const say = (text = ''): void => void process.stdout.write(`${text}\n`);

/** A path as the author would write it. */
export function shown(path: string, here: string): string {
  const short = relative(here, path);
  return short.startsWith('..') ? path : short || '.';
}

export interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** @param most how many words may stand before the flags */
export function readArgs(
  args: readonly string[],
  options: Exclude<ParseArgsConfig['options'], undefined>,
  { most, usage }: { readonly most: number; readonly usage: string },
): Arguments {
  const { values, positionals } = parsed(args, options, usage);
  if (values['help'] === true) refuse(usage);
  if (positionals.length > most) refuse(`unexpected ${positionals[most]}. Flags come after --\n${usage}`);
  return { values: values as Arguments['values'], positionals };
}

function parsed(args: readonly string[], options: ParseArgsConfig['options'], usage: string) {
  try {
    const known = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args: [...args], options: known, allowPositionals: true });
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

/** Runs a command and gives its exit code: what it returns, 1 for what the author can put right. */
export async function exitCode(command: () => Promise<number>): Promise<number> {
  // Time that is waited for keeps no process alive by itself.
  const held = setInterval(() => undefined, 60_000);
  try {
    return await command();
  } catch (error) {
    if (!isTellable(error)) throw error;
    process.stderr.write(`${error.message}\n${error.hint === undefined ? '' : `  ${error.hint}\n`}`);
    return 1;
  } finally {
    clearInterval(held);
  }
}

/** Errors of the daemon carry a hint. */
const isTellable = (error: unknown): error is Error & { readonly hint?: string } =>
  error instanceof Refusal || (error instanceof Error && 'hint' in error && typeof error.hint === 'string');
