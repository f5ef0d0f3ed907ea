/** The joins over a large queue, read from the database and made whole, and how they grow. */
import { cpuUsage } from 'node:process';
import {
  downloadQueue,
  mediaItems,
  releaseGrabs,
  releaseQueue,
  releaseTitles,
  requestItems,
} from '@sidelight/plugin-api';
import { systemClock } from '#core/time/clock.js';
import { answerLookup } from '#core/widgets/lookups.js';
import { type Figure, median } from './report.js';
import { type Bench, commit, SOURCE, withServices } from './services.js';

const WHOLE = { queue: 5_000, grabs: 20_000, requests: 2_000 };
const ROUNDS = 15;
const AT = new Date().toISOString();
const fills = [downloadQueue, releaseQueue, releaseGrabs, releaseTitles, requestItems, mediaItems];

const keyOf = (i: number): string => i.toString(16).toUpperCase().padStart(40, '0');
const many = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: Math.round(count) }, (_, i) => make(i));

const download = (i: number, leftBytes: number) => ({
  id: `d${i}`,
  downloadKey: keyOf(i),
  name: `Title.${i}.1080p.WEB-DL-GROUP`,
  state: 'downloading',
  sizeBytes: 1e9,
  leftBytes,
  downBps: 1,
  upBps: 0,
});

async function fill({ cache }: Bench, share: number): Promise<void> {
  const put = (port: { readonly id: string }, items: readonly object[]) =>
    commit(cache, fills, { port: port.id, kind: 'replace', items });
  await put(
    downloadQueue,
    many(WHOLE.queue * share, (i) => download(i, 5e8)),
  );
  const grabs = many(WHOLE.grabs * share, (i) => ({
    id: keyOf(i),
    downloadKey: keyOf(i),
    type: 'movie',
    title: `Title ${i}`,
    at: AT,
    tmdb: String(i),
  }));
  await commit(cache, fills, { port: releaseGrabs.id, kind: 'append', items: grabs });
  await put(
    releaseTitles,
    many(WHOLE.queue * share, (i) => ({
      id: `t${i}`,
      title: `Title ${i}`,
      type: 'movie',
      hasFile: false,
      monitored: true,
      tmdb: String(i),
    })),
  );
  await put(
    mediaItems,
    many(WHOLE.requests * share, (i) => ({
      id: `i${i}`,
      libraryId: 'l',
      kind: 'movie',
      title: `Title ${i}`,
      addedAt: AT,
      tmdb: String(i),
    })),
  );
  await put(
    requestItems,
    many(WHOLE.requests * share, (i) => ({
      id: String(i),
      title: `Title ${i}`,
      type: 'movie',
      status: 'approved',
      requestedBy: 'Ada',
      requestedAt: AT,
      is4k: false,
      tmdb: String(i),
    })),
  );
}

/** A poll of the client in which one download has moved on: the queue has to be read again. */
const advance = ({ cache }: Bench, round: number) =>
  commit(cache, fills, { port: downloadQueue.id, kind: 'patch', remove: [], upsert: [download(round, 5e8 - round)] });

/** CPU milliseconds of one answer, the median of some. */
async function cpuMs(bench: Bench, answer: (round: number) => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < 3; warm++) await answer(warm);
  const times: number[] = [];
  for (let round = 3; round < ROUNDS + 3; round++) {
    await advance(bench, round);
    const before = cpuUsage();
    await answer(round);
    const { user, system } = cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return median(times);
}

const measure = (share: number): Promise<{ stitched: number; summary: number }> =>
  withServices(fills, async (bench) => {
    await fill(bench, share);
    const { snapshots, reader, registry, zone } = bench;
    const [lookup] = registry.lookups();
    if (lookup === undefined) throw new Error('there is no lookup');
    const variant = { limit: 8, zone, sources: null };
    return {
      stitched: await cpuMs(bench, (round) => snapshots.payload('stitched', { ...variant, limit: round + 1 })),
      summary: await cpuMs(bench, (round) =>
        answerLookup(lookup, { id: `${SOURCE}:i${round}` }, variant, { reader, registry, clock: systemClock }),
      ),
    };
  });

export async function stitched(): Promise<readonly Figure[]> {
  const quarter = await measure(0.25);
  const whole = await measure(1);
  return [
    {
      what: 'stitched of 5,000 downloads, 20,000 grabs, 2,000 requests: CPU',
      value: whole.stitched,
      unit: 'ms',
      atMost: 50,
    },
    { what: '  of a quarter of them (4 is linear)', value: whole.stitched / quarter.stitched, unit: '×', atMost: 6 },
    { what: 'item summary over the same rows: CPU', value: whole.summary, unit: 'ms', atMost: 50 },
  ];
}
