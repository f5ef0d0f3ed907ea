import { type SpawnSyncOptions, spawnSync } from 'node:child_process';

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of Debian's to its end. @throws when it is not there, and says what to do */
export function runProgram(command: string, args: readonly string[], options: SpawnSyncOptions = {}): Ended {
  const { status, stdout, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (error !== undefined) throw new Error(couldNotStart(command, error));
  return { status, stdout, stderr };
}

export const couldNotStart = (command: string, error: Error): string =>
  `${command} could not be started (${error.message}): install it from Debian, as "npm run test:real" does when it is run as root`;
