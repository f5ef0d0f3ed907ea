/** A daemon that is killed again and again while somebody watches, and what is left of it. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_ROWS } from '#core/cache/counters.js';
import { openSqlite } from '#core/cache/database.js';
import { type Daemon, startDaemon } from '../support/daemon.js';
import { type FakeJellyfin, startFakeJellyfin } from '../support/fake-jellyfin.js';
import { until } from '../support/until.js';

const MOMENTS = ['first sync', 'sync', 'reload', 'deleted file'] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Tally {
  readonly moment: Moment;
  kills: number;
  lost: number;
  doubled: number;
  /** Rounds after which a counter was not what a recount gave. */
  miscounted: number;
  /** The longest. */
  recoverySeconds: number;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const configOf = ({ url, apiKey }: FakeJellyfin): string => `
history: { minPlaySeconds: 1 }
integrations:
  jellyfin: { url: "${url}", apiKey: "${apiKey}", schedule: { media.sessions: 1s } }
`;

export async function killAgainAndAgain(rounds: number, seed: number): Promise<readonly Tally[]> {
  const random = randomOf(seed);
  const tallies = MOMENTS.map(
    (moment): Tally => ({ moment, kills: 0, lost: 0, doubled: 0, miscounted: 0, recoverySeconds: 0 }),
  );
  for (let round = 0; round < rounds; round++) {
    const tally = tallies[round % tallies.length];
    if (tally !== undefined) await roundOf(tally, random);
  }
  return tallies;
}

/** A play that is seen before, and goes on after: one row of it is to be there. */
async function roundOf(tally: Tally, random: () => number): Promise<void> {
  const jellyfin = await startFakeJellyfin({ items: 3000 });
  const config = configOf(jellyfin);
  let daemon = await startDaemon({ config });
  try {
    const play = jellyfin.sessions.start({ user: 'Ada', title: 'Sintel', runtimeSeconds: 900 });
    const key = daemon.key();
    if (tally.moment !== 'first sync')
      await until(
        () => titles(daemon, key),
        (all) => all.length > 0,
      );
    await sleep(random() * 1500);
    const file = join(daemon.folder, 'data', 'sidelight.db');
    if (tally.moment === 'reload') daemon.signal('SIGHUP');
    if (tally.moment === 'deleted file') await demandTold(daemon, file);
    await sleep(random() * 50);
    await daemon.kill();
    tally.kills += 1;
    const killed = performance.now();
    daemon = await startDaemon({ config, folder: daemon.folder });
    tally.recoverySeconds = Math.max(tally.recoverySeconds, (performance.now() - killed) / 1000);
    const anew = tally.moment === 'deleted file' ? daemon.key() : key;
    await until(
      () => titles(daemon, anew),
      (all) => all.length > 0,
      30,
    ).catch(() => undefined);
    jellyfin.sessions.stop(play);
    const rows = await titles(daemon, anew);
    if (rows.length === 0) tally.lost += 1;
    if (rows.length > 1) tally.doubled += 1;
    await daemon.stop();
    if (!(await countsHold(file))) tally.miscounted += 1;
  } finally {
    await daemon.dispose();
    await jellyfin.close();
  }
}

/** What was in the file is gone by the user's own hand: that it is told is what matters. */
async function demandTold(daemon: Daemon, file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  await until(
    () => daemon.get('/readyz'),
    ({ status }) => status === 503,
    30,
  );
}

const titles = async (daemon: Daemon, key: string): Promise<readonly unknown[]> =>
  (await daemon.get('/api/widgets/activity', key)).json['items'] as readonly unknown[];

/** Each counter of all rows against the rows themselves. */
async function countsHold(file: string): Promise<boolean> {
  const db = openSqlite(file);
  try {
    const ports: readonly { id: string; serial: number }[] = await db.raw('SELECT id, serial FROM ports');
    for (const { id, serial } of ports) {
      const table = `rows_${serial}_${id.replaceAll(/\W/g, '_')}`;
      const counted: readonly { n: number }[] = await db.raw(
        `SELECT COALESCE(SUM(n), 0) AS n FROM counters WHERE port = ? AND counter = ?`,
        [id, ALL_ROWS],
      );
      const found: readonly { n: number }[] = await db.raw(`SELECT COUNT(*) AS n FROM "${table}"`);
      if (counted[0]?.n !== found[0]?.n) return false;
    }
    return true;
  } finally {
    await db.destroy();
  }
}
