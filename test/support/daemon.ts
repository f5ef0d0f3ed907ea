/** The real daemon as a child process, on a free loopback port, with a data folder of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandResult } from './command-here.js';
import { type Requests, requestsTo } from './requests.js';
import { root } from './root.js';
import { until } from './until.js';

export type { CommandResult } from './command-here.js';
export type { Answer } from './requests.js';
export { root } from './root.js';
export { until } from './until.js';

const main = join(root, 'core', 'dist', 'bundle', 'main.js');

export interface DaemonOptions {
  /** The YAML; not given: none. */
  readonly config?: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs it, in a network of its own, say: it gives its place to what follows. */
  readonly within?: readonly string[];
  /** A folder of a former run; not given: a new one, removed by `dispose`. */
  readonly folder?: string;
  /** The entry of another build; not given: of this one. */
  readonly main?: string;
}

export interface Daemon extends Requests {
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  /** A key of this installation, made by the command. */
  key(scope?: string, flags?: readonly string[]): string;
  /** Everything that it wrote to standard error. */
  log(): string;
  writeConfig(yaml: string): void;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
  dispose(): Promise<void>;
}

/** Runs a command of `sidelight` to its end. */
export function sidelight(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = root,
): CommandResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...cleanEnv(), ...env },
  });
  return { status, stdout, stderr };
}

/** The environment without settings of the machine that would reach the daemon. */
const cleanEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SIDELIGHT_')));

export const makeFolder = (): string => mkdtempSync(join(tmpdir(), 'sidelight-'));

export async function startDaemon(options: DaemonOptions = {}): Promise<Daemon> {
  const folder = options.folder ?? makeFolder();
  const configFile = join(folder, 'sidelight.yaml');
  if (options.config !== undefined) writeFileSync(configFile, options.config);
  const data = join(folder, 'data');
  const flags = [
    'serve',
    '--port=0',
    '--data',
    data,
    ...(options.config === undefined ? [] : ['--config', configFile]),
    ...(options.flags ?? []),
  ];
  const own = [process.execPath, options.main ?? main, ...flags];
  const [command = process.execPath, ...args] = [...(options.within ?? []), ...own];
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...cleanEnv(), ...options.env },
  });
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const alive = (): void => {
    if (child.exitCode !== null) throw new Error(`the daemon ended with ${child.exitCode}:\n${log}`);
  };
  const url = await until(
    () => {
      alive();
      return /listening on (http:\/\/[^\s]+)/.exec(log)?.[1];
    },
    (found) => found !== undefined,
  );
  if (url === undefined) throw new Error('it listens nowhere');
  await until(
    () => {
      alive();
      return fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    },
    (status) => status === 200,
  );
  return handle({ child, url, folder, data, configFile, log: () => log });
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Parts {
  readonly child: ChildProcess;
  readonly url: string;
  readonly folder: string;
  readonly data: string;
  readonly configFile: string;
  readonly log: () => string;
}

function handle({ child, url, folder, data, configFile, log }: Parts): Daemon {
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    url,
    folder,
    ...requestsTo(url),
    pid: child.pid ?? 0,
    key(scope = 'widgets-only', flags = []) {
      const name = `test-${scope}-${Math.random().toString(36).slice(2, 8)}`;
      const { status, stdout, stderr } = sidelight(
        ['keys', 'create', name, '--scope', scope, '--data', data, ...flags],
        {},
        folder,
      );
      if (status !== 0) throw new Error(stderr);
      return stdout.trim();
    },
    log,
    writeConfig: (yaml) => writeFileSync(configFile, yaml),
    signal: (name) => void child.kill(name),
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL');
    },
    async dispose() {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
