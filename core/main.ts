/** The entry: one command, one exit code. An error of the table is told in a sentence and what to do; a defect in full. */
import 'reflect-metadata';
import { parseCommandLine } from './cli/args.js';
import { commands } from './cli/commands.js';
import { CodedError } from './ground/errors.js';

async function main(): Promise<number> {
  const { command: name, args, flags } = parseCommandLine(process.argv.slice(2));
  const command = commands[name];
  if (command === undefined) throw await unknown(name);
  const { usage } = command;
  const run = await command.load();
  const { env, stdout: out, stderr: err } = process;
  return run({ flags, args, env, cwd: process.cwd(), out, err, usage });
}

async function unknown(name: string): Promise<CodedError> {
  const { nearest } = await import('./ground/nearest.js');
  const guess = nearest(name, Object.keys(commands));
  return new CodedError(
    'usage',
    `There is no command "${name}"${guess === undefined ? '' : `: did you mean "${guess}"?`}`,
  );
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
