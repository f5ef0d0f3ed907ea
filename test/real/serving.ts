/** Sidelight as a file to install with starts it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { comesTrue } from '../support/until.js';

export interface Running {
  readonly url: string;
  readonly log: () => string;
  /** Ends it, and says how it ended. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  signal(name: NodeJS.Signals): void;
}

/** A program that serves until it is told to end. */
export async function serving(
  command: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Running> {
  const [program = '', ...args] = command;
  const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('SIDELIGHT_'));
  const child = spawn(program, args, {
    cwd,
    env: { ...Object.fromEntries(outside), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (log += part.toString()));
  const url = `http://127.0.0.1:${env['SIDELIGHT_PORT']}`;
  await comesTrue(`an answer of ${url}`, async () => {
    if (child.exitCode !== null) return true;
    // It listens to signals once it has said where it listens.
    return (await fetch(`${url}/readyz`)).ok && log.includes('listening on');
  });
  if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${log}`);
  return {
    url,
    log: () => log,
    signal: (name) => void child.kill(name),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill(signal);
      return ((await ended) as [number | null])[0];
    },
  };
}
