/** One command line, one exit code. An error of the table is told in a sentence and what to do; a defect in full. */
import { CodedError } from '../ground/errors.js';
import { parseCommandLine } from './args.js';
import type { CommandInput } from './command.js';
import { commandNamed } from './commands.js';
import { demandTaken } from './forms.js';

/** What is around a command line. */
export type Surroundings = Pick<CommandInput, 'env' | 'cwd' | 'out' | 'err'>;

/** Never rejects. */
export async function runCommandLine(argv: readonly string[], around: Surroundings): Promise<number> {
  try {
    return await run(argv, around);
  } catch (error) {
    return tell(error, around);
  }
}

async function run(argv: readonly string[], around: Surroundings): Promise<number> {
  const { command: name, args, flags, own } = parseCommandLine(argv);
  const command = await commandNamed(name);
  demandTaken(command.usage, name, args, own);
  const act = await command.load();
  return act({ flags, args, usage: command.usage.join('\n  '), ...around });
}

function tell(error: unknown, { err }: Surroundings): number {
  if (error instanceof CodedError) {
    err.write(`sidelight: ${error.message}\n  ${error.hint}\n`);
    return error.code === 'usage' ? 2 : 1;
  }
  err.write(`sidelight: this is a bug: ${error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}
