/** Runs the `sh` blocks of a document as its reader would: in order, in one shell, in the folder of the clone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from './documents.js';

export interface Reader {
  /** The folder of the clone. */
  readonly cwd: string;
  /** Ports that the docs name → free ones, which stand in their place. */
  readonly ports: ReadonlyMap<number, number>;
  /** The one of these that Sidelight listens on unless it is told otherwise. */
  readonly port: number;
  /** A folder for what belongs to the reader, and not to the clone. */
  readonly home: string;
  /** `npx` as a function of the shell that runs `npx sidelight` at once; not given: npm's own. */
  readonly npx?: string;
}

export interface Reading {
  readonly status: number | null;
  /** Both outputs, with a line before each block. */
  readonly output: string;
}

/** Starts Sidelight and does not come back: the reader would open a second terminal. */
const STARTS = /^npm start( -- [\w -]+)?$/;

export const startsItself = ({ blocks }: Document): boolean =>
  blocks.some(({ language, text }) => language === 'sh' && STARTS.test(text));

export async function readAloud(document: Document, reader: Reader): Promise<Reading> {
  const blocks = document.blocks
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => blockScript(text, reader));
  // Without this, curl ends well whatever it is answered.
  writeFileSync(join(reader.home, '.curlrc'), 'fail\nsilent\nshow-error\n');
  const script = ['set -eu', ...(reader.npx === undefined ? [] : [reader.npx]), ...blocks].join('\n');
  const child = spawn('sh', ['-c', script], {
    cwd: reader.cwd,
    env: environment(reader),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const parts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => parts.push(part.toString()));
  const [status] = (await once(child, 'exit')) as [number | null];
  await endGroup(child.pid);
  return { status, output: parts.join('') };
}

function blockScript(text: string, reader: Reader): string {
  const titled = `echo '### ${text.split('\n')[0]?.replaceAll("'", '')}'`;
  if (!STARTS.test(text)) return `${titled}\n${withPorts(text, reader)}`;
  const ready = `curl -s http://127.0.0.1:${reader.port}/readyz`;
  return `${titled}\n${text} &\nstarted=$!\nuntil ${ready}; do kill -0 $started; sleep 0.1; done`;
}

const withPorts = (text: string, { ports }: Reader): string =>
  [...ports].reduce((now, [named, free]) => now.replaceAll(new RegExp(`\\b${named}\\b`, 'g'), String(free)), text);

function environment({ port, home }: Reader): NodeJS.ProcessEnv {
  const outside = Object.entries(process.env).filter(([name]) => !/^(SIDELIGHT_|npm_)/.test(name));
  return { ...Object.fromEntries(outside), SIDELIGHT_PORT: String(port), CURL_HOME: home };
}

/** What the shell started and left running is in its group. */
async function endGroup(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  for (const signal of ['SIGTERM', ...Array<NodeJS.Signals | 0>(100).fill(0), 'SIGKILL'] as const) {
    try {
      process.kill(-pid, signal);
    } catch {
      // Nobody is left in it.
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
