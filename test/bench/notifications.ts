/** What it costs an instance that stands by to hear that another one has committed. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { type Daemon, pause, startDaemon } from '../support/daemon.js';
import { startFakeJellyfin } from '../support/fake-jellyfin.js';
import { startPostgres } from '../support/postgres.js';
import type { Figure } from './report.js';

const CHANNEL = 'sidelight_commits';
const AT_ONCE = 50;
const EVERY_MS = 100;
const ROUNDS = 200;
/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;
const PORT = 'media.sessions';

export async function notifications(): Promise<readonly Figure[]> {
  const postgres = await startPostgres();
  const jellyfin = await startFakeJellyfin({ items: 1000 });
  const config = `database: { url: "${postgres.url}" }\nintegrations: { jellyfin: { url: "${jellyfin.url}", apiKey: "${jellyfin.apiKey}" } }\n`;
  const leader = await startDaemon({ config });
  const standby = await startDaemon({ config });
  const client = new pg.Client(postgres.url);
  try {
    await client.connect();
    await pause(20_000);
    const quiet = await cpuMs(standby, () => pause(EVERY_MS * ROUNDS));
    const fresh = await cpuMs(standby, () => tellOf(client, false));
    const changed = await cpuMs(standby, () => tellOf(client, true));
    const each = (ms: number): number => Math.max(0, ms - quiet) / (ROUNDS * AT_ONCE);
    const { rows } = await client.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name LIKE 'sidelight-%'`,
    );
    return [
      { what: 'CPU of a notification that a run found nothing new', value: each(fresh), unit: 'ms', atMost: 0.5 },
      { what: 'CPU of a notification of a commit', value: each(changed), unit: 'ms', atMost: 0.5 },
      { what: 'connections to PostgreSQL, each instance', value: (rows[0]?.n ?? 0) / 2, unit: '', atMost: 4 },
    ];
  } finally {
    await client.end();
    for (const daemon of [standby, leader]) await daemon.dispose();
    await jellyfin.close();
    await postgres.stop();
  }
}

/** No two are alike: PostgreSQL tells equal ones of a transaction once. */
async function tellOf(client: pg.Client, isChanged: boolean): Promise<void> {
  const end = performance.now() + EVERY_MS * ROUNDS;
  for (let round = 0; round < ROUNDS; round++) {
    const texts = Array.from({ length: AT_ONCE }, (_, n) =>
      JSON.stringify({
        from: 'bench',
        changed: isChanged ? [PORT] : [],
        runs: [[PORT, 'jellyfin', PORT, new Date(Date.now() + n).toISOString()]],
        fresh: [],
      }),
    );
    await client.query('SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text', [CHANNEL, texts]);
    await pause(EVERY_MS - 2);
  }
  await pause(Math.max(0, end - performance.now()));
}

async function cpuMs({ pid }: Daemon, work: () => Promise<void>): Promise<number> {
  const before = spent(pid);
  await work();
  return (spent(pid) - before) * TICK_MS;
}

/** In ticks: of its own, and of the kernel for it. */
function spent(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
