import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { comesTrue } from '../support/until.js';
import { couldNotStart } from './run-program.js';

/** A server as a child process. It can be started again after it was stopped or killed. */
export interface RealProcess {
  /** Resolves when it answers at its url. */
  start(): Promise<void>;
  /** SIGTERM; SIGKILL after ten seconds. */
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Any HTTP answer from here means that it is up. */
  readonly url: string;
  /** Of a program that speaks no HTTP: resolves when it is up, else rejects. */
  readonly isUp?: () => Promise<void>;
  readonly home: string;
  readonly logFile: string;
}

const children = new Set<ChildProcess>();
// A test run that is cut off leaves no server behind.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

export function realProcess({ command, args, url, isUp, home, logFile }: ProcessOptions): RealProcess {
  let child: ChildProcess | undefined;

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    child = undefined;
    if (ending?.pid === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    const patience = setTimeout(() => ending.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(patience);
    children.delete(ending);
  }

  return {
    async start() {
      const log = openSync(logFile, 'a');
      const started = spawn(command, args, { stdio: ['ignore', log, log], env: { ...process.env, HOME: home } });
      closeSync(log);
      child = started;
      children.add(started);
      let trouble: string | undefined;
      started.once('error', (error) => {
        trouble = couldNotStart(command, error);
      });
      started.once('exit', (code) => {
        trouble = `${command} ended with ${code} before it answered: see ${logFile}`;
      });
      await comesTrue(`${command} (see ${logFile})`, async () => {
        if (trouble !== undefined) return true;
        await (isUp?.() ?? fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(30_000) }));
        return true;
      });
      if (trouble !== undefined) throw new Error(trouble);
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Rejects while nothing listens there. */
export async function listens(port: number, address = '127.0.0.1'): Promise<void> {
  const socket = connect(port, address);
  try {
    await once(socket, 'connect');
  } finally {
    socket.destroy();
  }
}
