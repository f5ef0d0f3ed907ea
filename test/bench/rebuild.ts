/** The homepage made anew over a small and a large history: it must not grow with the tables. */
import { mediaFiles, mediaItems, mediaPlayback, mediaServer, mediaUsers } from '@sidelight/plugin-api';
import type { Cache } from '#core/cache/cache.js';
import { type Figure, median } from './report.js';
import { commit as commitTo, withServices } from './services.js';

const SMALL = { plays: 10_000, items: 1_000 };
const LARGE = { plays: 1_000_000, items: 100_000 };
const ROUNDS = 90;
const CHUNK = 5_000;
const YEARS = 5;
const YEAR_MS = 365 * 86_400_000;

const fills = [mediaItems, mediaFiles, mediaPlayback, mediaServer, mediaUsers];

export async function rebuild(): Promise<readonly Figure[]> {
  const small = await median90(SMALL);
  const large = await median90(LARGE);
  return [
    { what: `homepage rebuilt, ${SMALL.plays} plays and ${SMALL.items} items`, value: small, unit: 'ms' },
    { what: `homepage rebuilt, ${LARGE.plays} plays and ${LARGE.items} items`, value: large, unit: 'ms' },
    { what: '  large of small', value: large / small, unit: '×', atMost: 1.5 },
  ];
}

const median90 = (size: typeof SMALL): Promise<number> =>
  withServices(fills, async ({ cache, snapshots, zone }) => {
    await fill(cache, size);
    return timed((limit) => snapshots.payload('homepage', { limit, zone, sources: null }));
  });

/** Each limit is a variant of its own, made once. */
async function timed(make: (limit: number) => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let limit = 1; limit <= ROUNDS; limit++) {
    const began = performance.now();
    await make(limit);
    times.push(performance.now() - began);
  }
  return median(times);
}

async function fill(cache: Cache, { plays, items }: typeof SMALL): Promise<void> {
  const now = Date.now();
  const timeOf = (index: number, of: number): string => new Date(now - (index / of) * YEARS * YEAR_MS).toISOString();
  const commit = (change: Parameters<typeof commitTo>[2]) => commitTo(cache, fills, change);
  await commit({ port: mediaServer.id, kind: 'replace', items: [{ id: 's', name: 'Bench', version: '1' }] });
  await commit({
    port: mediaUsers.id,
    kind: 'replace',
    items: Array.from({ length: 20 }, (_, i) => ({ id: `u${i}`, name: `User ${i}`, admin: i === 0 })),
  });
  for (const chunk of chunks(items)) {
    const kindOf = (i: number) => (i % 3 === 0 ? 'movie' : 'episode');
    await commit({
      port: mediaItems.id,
      kind: 'patch',
      remove: [],
      upsert: chunk.map((i) => ({
        id: `i${i}`,
        libraryId: 'l',
        kind: kindOf(i),
        title: `Title ${i}`,
        workId: `${kindOf(i)}:i${i}`,
        addedAt: timeOf(i, items),
      })),
    });
    await commit({
      port: mediaFiles.id,
      kind: 'patch',
      remove: [],
      upsert: chunk.map((i) => ({
        path: `/media/${i}.mkv`,
        itemId: `i${i}`,
        libraryId: 'l',
        kind: kindOf(i),
        sizeBytes: 1e9 + i,
      })),
    });
  }
  for (const chunk of chunks(plays)) {
    await commit({
      port: mediaPlayback.id,
      kind: 'append',
      items: chunk.map((i) => ({
        id: `p${i}`,
        userId: `u${i % 20}`,
        viewer: `User ${i % 20}`,
        itemId: `i${i % items}`,
        title: `Title ${i % 500}`,
        client: 'c',
        device: 'd',
        startedAt: timeOf(i, plays),
        playedSeconds: 60 + (i % 7000),
      })),
    });
  }
}

function* chunks(count: number): Generator<readonly number[]> {
  for (let from = 0; from < count; from += CHUNK) {
    yield Array.from({ length: Math.min(CHUNK, count - from) }, (_, i) => from + i);
  }
}
