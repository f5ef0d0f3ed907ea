/** The entry: one command, one exit code. An error of the table is told in a sentence and what to do; a defect in full. */
import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { parseCommandLine } from './cli/args.js';
import { commands } from './cli/commands.js';
import { CodedError } from './ground/errors.js';
import { nearest } from './ground/nearest.js';

// A daemon beside others: the heap stays near what is alive, instead of growing until a collection is worth its while.
setFlagsFromString('--heap-growing-percent=20');

async function main(): Promise<number> {
  const { command: name, args, flags } = parseCommandLine(process.argv.slice(2));
  const command = commands[name];
  if (command === undefined) {
    const guess = nearest(name, Object.keys(commands));
    throw new CodedError(
      'usage',
      `There is no command "${name}"${guess === undefined ? '' : `: did you mean "${guess}"?`}`,
    );
  }
  return command.run({ flags, args, env: process.env, cwd: process.cwd(), out: process.stdout, err: process.stderr });
}

function tell(error: unknown): number {
  if (error instanceof CodedError) {
    process.stderr.write(`sidelight: ${error.message}\n  ${error.hint}\n`);
    return error.code === 'usage' ? 2 : 1;
  }
  process.stderr.write(`sidelight: a defect: ${error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}

// An open handle that a plugin left behind must not keep the process: it ends when its work has.
process.exit(await main().catch(tell));
