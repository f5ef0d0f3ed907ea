/** The real daemon as a child process, on a free loopback port, with a data folder of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const main = join(root, 'core', 'dist', 'main.js');

export interface DaemonOptions {
  /** The YAML; not given: none. */
  readonly config?: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A folder of a former run; not given: a new one, removed by `dispose`. */
  readonly folder?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

export interface Daemon {
  readonly url: string;
  readonly folder: string;
  readonly pid: number;
  /** A key of this installation, made by the command. */
  key(scope?: string, flags?: readonly string[]): string;
  get(path: string, key?: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, body: unknown, key?: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
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

export interface CommandResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
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
    timeout: 60_000,
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
  const child = spawn(process.execPath, [main, ...flags], {
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
  const url = await listening(child, () => log);
  await ready(url, child, () => log);
  return handle({ child, url, folder, data, configFile, log: () => log });
}

async function listening(child: ChildProcess, log: () => string): Promise<string> {
  for (;;) {
    const found = /listening on (http:\/\/[^\s]+)/.exec(log())?.[1];
    if (found !== undefined) return found;
    if (child.exitCode !== null) throw new Error(`the daemon ended with ${child.exitCode}:\n${log()}`);
    await pause(20);
  }
}

async function ready(url: string, child: ChildProcess, log: () => string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (child.exitCode !== null) throw new Error(`the daemon ended with ${child.exitCode}:\n${log()}`);
    await pause(20);
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until the value is what is hoped for; throws with the last value when it never is. */
export async function until<T>(read: () => Promise<T>, hoped: (value: T) => boolean, seconds = 45): Promise<T> {
  const end = Date.now() + seconds * 1000;
  let value = await read();
  while (!hoped(value)) {
    if (Date.now() > end) throw new Error(`gave up after ${seconds} s; last: ${JSON.stringify(value)}`);
    await pause(150);
    value = await read();
  }
  return value;
}

interface Parts {
  readonly child: ChildProcess;
  readonly url: string;
  readonly folder: string;
  readonly data: string;
  readonly configFile: string;
  readonly log: () => string;
}

async function request(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

const keyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'x-api-token': key };

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
    get: (path, key, headers = {}) => request(`${url}${path}`, { headers: { ...keyHeader(key), ...headers } }),
    post: (path, body, key, headers = {}) =>
      request(`${url}${path}`, {
        method: 'POST',
        headers: { ...keyHeader(key), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
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
