/** The first and the second sync of a large library, and what they cost in memory. */
import { readFileSync } from 'node:fs';
import { type Daemon, pause, startDaemon, until } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import type { Figure } from './report.js';

const ITEMS = 100_000;
const MB = 1024 ** 2;

/** Resident memory of a process, bytes. */
export function resident(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** The least of some seconds: what stays when a collection has just run. */
export async function settled(pid: number, seconds: number): Promise<number> {
  let least = resident(pid);
  for (let i = 0; i < seconds * 5; i++) {
    await pause(200);
    least = Math.min(least, resident(pid));
  }
  return least;
}

const config = ({ url, apiKey }: FakeJellyfin): string =>
  `integrations:\n  jellyfin: { url: "${url}", apiKey: "${apiKey}" }\n`;

export async function sync(): Promise<readonly Figure[]> {
  const empty = await startFakeJellyfin({ items: 0 });
  const idle = await idleMemory(empty);
  await empty.close();
  const jellyfin = await startFakeJellyfin({ items: ITEMS });
  let daemon = await startDaemon({ config: config(jellyfin) });
  try {
    const first = await firstSync(daemon, jellyfin);
    await daemon.stop();
    jellyfin.resetCalls();
    const restartedAt = new Date().toISOString();
    const began = performance.now();
    daemon = await startDaemon({ config: config(jellyfin), folder: daemon.folder });
    const startMs = performance.now() - began;
    const secondMs = await secondSync(daemon, restartedAt);
    return [
      { what: `first sync of ${ITEMS} titles`, value: first.ms / 1000, unit: 's' },
      { what: '  memory above idle', value: (first.peak - idle) / MB, unit: 'MB', atMost: 60 },
      { what: '  second sync, nothing changed, of the first', value: secondMs / first.ms, unit: '×', atMost: 0.1 },
      { what: '  start to /readyz with that database', value: startMs / 1000, unit: 's', atMost: 1.5 },
    ];
  } finally {
    await daemon.dispose();
    await jellyfin.close();
  }
}

async function idleMemory(jellyfin: FakeJellyfin): Promise<number> {
  const daemon = await startDaemon({ config: config(jellyfin) });
  await pause(5000);
  const bytes = await settled(daemon.pid, 3);
  await daemon.dispose();
  return bytes;
}

async function firstSync(daemon: Daemon, jellyfin: FakeJellyfin): Promise<{ ms: number; peak: number }> {
  const key = daemon.key();
  const began = performance.now();
  const expected = jellyfin.movies.size;
  let peak = 0;
  await until(
    async () => {
      peak = Math.max(peak, resident(daemon.pid));
      const [catalog, jobs] = await Promise.all([
        daemon.get('/api/widgets/catalog', key),
        daemon.get('/api/widgets/jobs?limit=100', key),
      ]);
      return catalog.json['movies'] === expected && isDone(jobs.json);
    },
    (done) => done,
    300,
  );
  return { ms: performance.now() - began, peak };
}

const isDone = (jobs: Record<string, unknown>): boolean =>
  (jobs['items'] as readonly { name: string; result: string }[]).some(
    ({ name, result }) => name.endsWith(': items') && result === 'ok',
  );

/** The first run of the task after a restart, by the daemon's own account. */
async function secondSync(daemon: Daemon, restartedAt: string): Promise<number> {
  const key = daemon.key();
  const job = await until(
    async () => {
      const { json } = await daemon.get('/api/widgets/jobs?limit=100', key);
      return (json['items'] as readonly Job[]).find(({ name }) => name.endsWith(': items'));
    },
    (found) => found?.result === 'ok' && (found.ranAt ?? '') > restartedAt,
    60,
  );
  return job?.durationMs ?? Number.NaN;
}

interface Job {
  readonly name: string;
  readonly result: string;
  readonly durationMs: number | null;
  readonly ranAt: string | null;
}
