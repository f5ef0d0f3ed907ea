/** Requests per second and p99 of the homepage, beside a bare server and Express, in turns on the same machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startDaemon, until } from '../support/daemon.js';
import { type Figure, median } from './report.js';
import type { Rival } from './servers.js';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 20;
const PATH = '/api/widgets/homepage';

/** Requests per second: what is done whether one asks or many is done for these, too. */
const FEW = 40;

interface Shot {
  readonly perSecond: number;
  readonly p99: number;
  /** Microseconds of CPU that a request costs the server, as fast as it can: of tens of thousands, so that noise averages out. */
  readonly cpuUs: number;
}

type Round = Readonly<Record<'daemon' | Rival, Shot>>;

interface Target {
  readonly url: string;
  readonly pid: number;
}

async function startRival(kind: Rival, payload: string): Promise<Target & { readonly child: ChildProcess }> {
  const script = fileURLToPath(new URL('./servers.js', import.meta.url));
  const child = spawn(process.execPath, [script, kind], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(payload);
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, pid: child.pid ?? 0, child };
}

/** User and system time of a process, in microseconds. */
function cpuUsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

const TICK_US = 10_000;

async function shoot({ url, pid }: Target, headers: Record<string, string>): Promise<Shot> {
  const address = `${url}${PATH}`;
  const ask = async (more: object) => {
    const result = await autocannon({ url: address, connections: CONNECTIONS, duration: SECONDS, headers, ...more });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`);
    return result;
  };
  const idle = cpuUsOf(pid);
  const few = await ask({ overallRate: FEW });
  const between = cpuUsOf(pid);
  const { requests, latency } = await ask({});
  // The daemon syncs meanwhile, and makes the answer anew when something has changed, however many ask for it.
  const cpuUs = (cpuUsOf(pid) - between - (between - idle)) / (requests.total - few.requests.total);
  return { perSecond: requests.average, p99: latency.p99, cpuUs };
}

export async function throughput(): Promise<readonly Figure[]> {
  // A budget would answer 429 to a bench: the key is declared without one.
  const daemon = await startDaemon({
    config:
      'keys:\n  - { name: bench, scope: widgets-only, key: "${BENCH_KEY}", perMinute: 0 }\nintegrations:\n  demo: {}\n',
    env: { BENCH_KEY: 'sl_bench_key_of_enough_length_to_be_taken_as_it_stands' },
  });
  const headers = { 'x-api-token': 'sl_bench_key_of_enough_length_to_be_taken_as_it_stands' };
  const { text } = await until(
    () => daemon.get(PATH, headers['x-api-token']),
    (answer) => answer.json['movies'] !== 0,
  );
  const bare = await startRival('bare', text);
  const express = await startRival('express', text);
  const rounds: Round[] = [];
  try {
    await shoot(daemon, headers);
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({
        bare: await shoot(bare, headers),
        daemon: await shoot(daemon, headers),
        express: await shoot(express, headers),
      });
    }
  } finally {
    bare.child.kill();
    express.child.kill();
    await daemon.dispose();
  }
  return figures(rounds);
}

function figures(rounds: readonly Round[]): readonly Figure[] {
  // Of what came one after the other: a machine that others use as well is faster at one time than at another.
  const of = (value: (round: Round) => number): number => median(rounds.map(value));
  return [
    { what: `homepage, ${CONNECTIONS} connections`, value: of(({ daemon }) => daemon.perSecond), unit: 'req/s' },
    // Where a server is a little slower its client sleeps, and each answer wakes it: that is no work of the server's own.
    {
      what: '  of a bare node:http server, as fast as both can',
      value: of(({ daemon, bare }) => daemon.perSecond / bare.perSecond),
      unit: '×',
    },
    { what: '  CPU of a request', value: of(({ daemon }) => daemon.cpuUs), unit: 'µs' },
    {
      what: '  that of a bare node:http server, of it',
      value: of(({ daemon, bare }) => bare.cpuUs / daemon.cpuUs),
      unit: '×',
      atLeast: 0.8,
    },
    {
      what: '  of Express 5 res.json',
      value: of(({ daemon, express }) => daemon.perSecond / express.perSecond),
      unit: '×',
      atLeast: 3,
    },
    // A bare server's p99 is often below a millisecond, the smallest that is told apart.
    {
      what: '  p99, of the bare server’s',
      value: of(({ daemon, bare }) => daemon.p99 / Math.max(1, bare.p99)),
      unit: '×',
      atMost: 5,
    },
  ];
}
