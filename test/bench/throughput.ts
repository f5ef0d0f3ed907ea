/** Requests per second and p99 of the homepage, beside a bare server and Express, in turns on the same machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { startDaemon, until } from '../support/daemon.js';
import { type Figure, median } from './report.js';
import type { Rival } from './servers.js';

const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 20;
const PATH = '/api/widgets/homepage';

interface Shot {
  readonly perSecond: number;
  readonly p99: number;
}

async function startRival(kind: Rival, payload: string): Promise<{ url: string; child: ChildProcess }> {
  const script = fileURLToPath(new URL('./servers.js', import.meta.url));
  const child = spawn(process.execPath, [script, kind], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(payload);
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, child };
}

async function shoot(url: string, headers: Record<string, string>): Promise<Shot> {
  const result = await autocannon({ url: `${url}${PATH}`, connections: CONNECTIONS, duration: SECONDS, headers });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
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
    await shoot(daemon.url, headers);
    for (let round = 0; round < ROUNDS; round++) {
      shots.bare.push(await shoot(bare.url, headers));
      shots.daemon.push(await shoot(daemon.url, headers));
      shots.express.push(await shoot(express.url, headers));
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
  return [
    { what: 'homepage, 20 connections', value: rate('daemon'), unit: 'req/s' },
    { what: '  of a bare node:http server', value: rate('daemon') / rate('bare'), unit: '×', atLeast: 0.8 },
    { what: '  of Express 5 res.json', value: rate('daemon') / rate('express'), unit: '×', atLeast: 3 },
    // A bare server's p99 is often below a millisecond, the smallest that is told apart.
    { what: '  p99, of the bare server’s', value: p99('daemon') / Math.max(1, p99('bare')), unit: '×', atMost: 5 },
  ];
}
