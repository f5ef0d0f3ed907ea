/** Requests per second and p99 of the homepage, beside a bare server and Express, in turns on the same machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startDaemon, until } from '../support/daemon.js';
import { type Figure, median } from './report.js';
import type { Rival } from './servers.js';

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 20;
const PATH = '/api/widgets/homepage';

/** Requests per second that neither server is busy with. */
const CALM = 4000;
/** What is done whether one asks or many is done for these, too. */
const FEW = 40;

interface Shot {
  readonly perSecond: number;
  readonly p99: number;
  /** Microseconds of CPU that a request costs the server where each has the same number of them to answer. */
  readonly cpuUs: number;
}

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
  const { requests, latency } = await ask({});
  const before = cpuUsOf(pid);
  const few = await ask({ overallRate: FEW });
  const between = cpuUsOf(pid);
  const many = await ask({ overallRate: CALM });
  // The daemon syncs meanwhile, and makes the answer anew when something has changed, however many ask for it.
  const cpuUs = (cpuUsOf(pid) - between - (between - before)) / (many.requests.total - few.requests.total);
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
  const shots: Record<'daemon' | Rival, Shot[]> = { daemon: [], bare: [], express: [] };
  try {
    await shoot(daemon, headers);
    for (let round = 0; round < ROUNDS; round++) {
      shots.bare.push(await shoot(bare, headers));
      shots.daemon.push(await shoot(daemon, headers));
      shots.express.push(await shoot(express, headers));
    }
  } finally {
    bare.child.kill();
    express.child.kill();
    await daemon.dispose();
  }
  return figures(shots);
}

function figures(shots: Record<'daemon' | Rival, readonly Shot[]>): readonly Figure[] {
  const rate = (who: 'daemon' | Rival) => median(shots[who].map((shot) => shot.perSecond));
  const p99 = (who: 'daemon' | Rival) => median(shots[who].map((shot) => shot.p99));
  const cpu = (who: 'daemon' | Rival) => median(shots[who].map((shot) => shot.cpuUs));
  return [
    { what: `homepage, ${CONNECTIONS} connections`, value: rate('daemon'), unit: 'req/s' },
    // Where a server is a little slower its client sleeps, and each answer wakes it: that is no work of the server's own.
    { what: '  of a bare node:http server, as fast as both can', value: rate('daemon') / rate('bare'), unit: '×' },
    { what: `  CPU of a request, of ${CALM} in a second`, value: cpu('daemon'), unit: 'µs' },
    { what: '  that of a bare node:http server, of it', value: cpu('bare') / cpu('daemon'), unit: '×', atLeast: 0.8 },
    { what: '  of Express 5 res.json', value: rate('daemon') / rate('express'), unit: '×', atLeast: 3 },
    // A bare server's p99 is often below a millisecond, the smallest that is told apart.
    { what: '  p99, of the bare server’s', value: p99('daemon') / Math.max(1, p99('bare')), unit: '×', atMost: 5 },
  ];
}
