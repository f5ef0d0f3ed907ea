/** Commands in folders of authors, as processes: servers of this process can answer meanwhile. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ran {
  readonly status: number | null;
  /** Both outputs. */
  readonly text: string;
  readonly stdout: string;
}

export async function runIn(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, text, stdout };
}
