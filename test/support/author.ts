/** The commands for authors of plugins, as processes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './daemon.js';

export interface Ran {
  readonly status: number | null;
  /** Both outputs. */
  readonly text: string;
}

/** Runs `scripts/<name>.mjs`; servers of this process can answer meanwhile. */
export async function authorCommand(
  name: 'new-plugin' | 'verify-plugin' | 'record-case',
  args: readonly string[],
  { cwd = root, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  const child = spawn(process.execPath, [join(root, 'scripts', `${name}.mjs`), ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, text };
}
