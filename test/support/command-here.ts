/** Commands of `sidelight` within this process: faster than a process each, while servers of this process answer. */
import 'reflect-metadata';
import { Writable } from 'node:stream';
import { runCommandLine } from '#core/cli/run.js';
import { root } from './root.js';

export interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class Written extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs a command to its end, in the folder and with the environment that are given, and no other. */
export async function commandHere(
  args: readonly string[],
  cwd = root,
  env: NodeJS.ProcessEnv = {},
): Promise<CommandResult> {
  const [out, err] = [new Written(), new Written()];
  const status = await runCommandLine(args, { env, cwd, out, err });
  return { status, stdout: out.text, stderr: err.text };
}
