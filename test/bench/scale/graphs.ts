/** What the graphs of thirty days cost over a long history: the first time after a start, and again after each play. */
import { cpuUsage } from 'node:process';
import { mediaSessions } from '@sidelight/plugin-api';
import type { ManualClock } from '../../support/manual-clock.js';
import { type Figure, median } from '../report.js';
import type { Bench } from '../services.js';
import { LARGE, withWorld } from './world.js';

const ROUNDS = 15;
/** As often as media servers are asked, for as long as a play takes to count. */
const POLL_MS = 30_000;
const POLLS = 5;
/** The world is kept, with what was played in it before: another run plays something else. */
const RUN = Date.now();

/** A play of its own, from its beginning to its end. */
async function play({ publish }: Bench, clock: ManualClock, round: number): Promise<void> {
  const put = (items: readonly object[]) => publish({ port: mediaSessions.id, kind: 'replace', items });
  for (let poll = 0; poll < POLLS; poll++) {
    const session = {
      ...{
        id: `s${RUN}-${round}`,
        userId: 'u0',
        viewer: 'User 0',
        itemId: `i${RUN}-${round}`,
        kind: 'movie',
        title: `Title ${round}`,
      },
      ...{ client: 'c1', device: 'd', deviceId: 'd', method: 'direct', paused: false, runtimeSeconds: 7000 },
      positionSeconds: 600 + (poll * POLL_MS) / 1000,
    };
    await put([session]);
    await clock.advance(POLL_MS);
  }
  await put([]);
}

export const graphs = (): Promise<readonly Figure[]> =>
  withWorld(LARGE, async (bench, clock) => {
    const { snapshots, zone } = bench;
    const variant = { limit: 8, zone, sources: null };
    const remake = async (): Promise<{ readonly ms: number; readonly plays: number }> => {
      const before = cpuUsage();
      const { bytes } = await snapshots.payload('graphs', variant);
      const { user, system } = cpuUsage(before);
      return { ms: (user + system) / 1000, plays: Number(JSON.parse(bytes.toString()).plays) };
    };
    const first = await remake();
    const later: number[] = [];
    let plays = first.plays;
    for (let round = 0; round < ROUNDS; round++) {
      await play(bench, clock, round);
      const { ms, plays: now } = await remake();
      if (round > 0 && now <= plays) throw new Error(`round ${round} brought no play: ${plays}, then ${now}`);
      plays = now;
      later.push(ms);
    }
    return [
      { what: `graphs of 30 days over ${LARGE.plays} plays, after a start: CPU`, value: first.ms, unit: 'ms' },
      { what: '  again after a play', value: median(later), unit: 'ms', atMost: 20 },
    ];
  });
