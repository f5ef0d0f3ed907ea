import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './daemon.js';

/** Runs a command of `sidelight` while this process goes on: its upstreams may live here. */
export async function runAside(
  args: readonly string[],
  cwd: string,
): Promise<{ status: number | null; stdout: string }> {
  const child = spawn(process.execPath, [join(root, 'core', 'dist', 'bundle', 'main.js'), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout };
}
