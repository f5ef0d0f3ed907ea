/** What it costs to make each route anew over a small and over a large household, and after a change of a long queue. */
import { cpuUsage } from 'node:process';
import { type AnyPort, downloadQueue, mediaSessions, releaseQueue } from '@sidelight/plugin-api';
import { answerLookup } from '#core/widgets/lookups.js';
import type { ManualClock } from '../../support/manual-clock.js';
import { type Figure, median } from '../report.js';
import { type Bench, commit, SOURCE, withServices } from '../services.js';
import { download, release } from './queue.js';
import { fills, LARGE, QUEUE, type Size, SMALL, withWorld } from './world.js';

const ROUNDS = 21;
/** The first ones read what later ones remember. */
const WARM = 4;
/** So often what was played is noted: each round has another answer for who asks for it. */
const STEP_MS = 30_000;
/** The routes take turns in being the first, so that no single one pays for what they share, or for the collector of garbage. */
const TURN = 11;
/** Fewer CPU microseconds than that are told apart by chance. */
const LEAST_MS = 1;

/** CPU milliseconds of one piece of work. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = cpuUsage();
  await work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}

/** Somebody plays, and a download moves on. */
async function live({ cache, publish }: Bench, clock: ManualClock, round: number, stepMs = STEP_MS): Promise<void> {
  await clock.advance(stepMs);
  const at = clock.now().toISOString();
  const session = {
    ...{
      id: 's',
      userId: 'u0',
      viewer: 'User 0',
      itemId: 'i0',
      kind: 'movie',
      title: 'Title 0',
      client: 'c',
      device: 'd',
    },
    ...{
      deviceId: 'd',
      method: 'direct',
      paused: false,
      positionSeconds: 600 + (round * stepMs) / 1000,
      runtimeSeconds: 7000,
    },
  };
  await publish({ port: mediaSessions.id, kind: 'replace', items: [session] });
  const moved = download(round % QUEUE, 5e8 - round);
  await commit(cache, fills, { port: downloadQueue.id, kind: 'patch', upsert: [moved], remove: [] }, at);
}

/** The compiler and the collector of garbage have threads of their own, whose time falls into some of the rounds. */
const undisturbed = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 2] ?? Number.NaN;

/** Route → CPU milliseconds of one remake. */
const remakes = (size: Size): Promise<ReadonlyMap<string, number>> =>
  withWorld(size, async (bench, clock) => {
    const { registry, snapshots, reader, zone } = bench;
    const ids = registry.widgets().flatMap(({ id, defaults }) => (defaults === null ? [] : [id]));
    const [lookup] = registry.lookups();
    if (lookup === undefined) throw new Error('there is no lookup');
    const variant = { limit: 8, zone, sources: null };
    const times = new Map<string, number[]>([...ids, 'item-summary'].map((id) => [id, []]));
    for (let round = 0; round < WARM + ROUNDS; round++) {
      await live(bench, clock, round);
      const note = async (id: string, work: () => Promise<unknown>): Promise<void> => {
        const ms = await cpuOf(work);
        if (round >= WARM) times.get(id)?.push(ms);
      };
      const first = (round * TURN) % ids.length;
      for (const id of [...ids.slice(first), ...ids.slice(0, first)]) {
        await note(id, () => snapshots.payload(id, variant));
      }
      await note('item-summary', () =>
        answerLookup(lookup, { id: `${SOURCE}:i${round * 7}` }, variant, { reader, registry, clock }),
      );
    }
    return new Map([...times].map(([id, values]) => [id, undisturbed(values)]));
  });

export async function routes(): Promise<readonly Figure[]> {
  const small = await remakes(SMALL);
  const large = await remakes(LARGE);
  return [...small].flatMap(([id, ms]): readonly Figure[] => {
    const grown = large.get(id) ?? Number.NaN;
    return [
      { what: `${id} made anew over ${LARGE.plays} plays: CPU`, value: grown, unit: 'ms' },
      { what: '  L / S', value: Math.max(grown, LEAST_MS) / Math.max(ms, LEAST_MS), unit: '×', atMost: 2 },
    ];
  });
}

const POLL_MS = 30_000;
const COMMIT_MS = 1_000;
const ASKS = 20;

/** A board looks at every route each 30 seconds, while a row that some of them read changes each second. */
export const asks = (): Promise<readonly Figure[]> =>
  withWorld(SMALL, async (bench, clock) => {
    const { registry, snapshots, reader, zone } = bench;
    const ids = registry.widgets().flatMap(({ id, defaults }) => (defaults === null ? [] : [id]));
    const answer = reader.answer.bind(reader);
    let remakes = 0;
    reader.answer = (...args) => {
      remakes++;
      return answer(...args);
    };
    snapshots.start();
    for (let ask = 0; ask < ASKS; ask++) {
      for (let ms = 0; ms < POLL_MS; ms += COMMIT_MS) await live(bench, clock, ask * 30 + ms / COMMIT_MS, COMMIT_MS);
      for (const id of ids) await snapshots.payload(id, { limit: 8, zone, sources: null });
    }
    snapshots.stop();
    return [
      {
        what: 'remakes per ask of a route, asked each 30 s',
        value: remakes / (ASKS * ids.length),
        unit: '×',
        atMost: 1.2,
      },
    ];
  });

const QUEUES = { short: 20, long: 5_000 };

/** The homepage after one row of the queue has changed. */
const homepageWith = (count: number): Promise<number> =>
  withServices(fills, async ({ cache, snapshots, zone }) => {
    const many = <T>(length: number, make: (i: number) => T): readonly T[] => Array.from({ length }, (_, i) => make(i));
    const put = (port: AnyPort, items: readonly object[]) =>
      commit(cache, fills, { port: port.id, kind: 'replace', items });
    await put(
      downloadQueue,
      many(count, (i) => download(i)),
    );
    await put(releaseQueue, many(QUEUES.short, release));
    const variant = { limit: 8, zone, sources: null };
    const times: number[] = [];
    for (let round = 0; round < WARM + ROUNDS; round++) {
      const moved = download(round % QUEUES.short, 4e8 - round);
      await commit(cache, fills, { port: downloadQueue.id, kind: 'patch', upsert: [moved], remove: [] });
      const ms = await cpuOf(() => snapshots.payload('homepage', variant));
      if (round >= WARM) times.push(ms);
    }
    return median(times);
  });

export async function queues(): Promise<readonly Figure[]> {
  const short = await homepageWith(QUEUES.short);
  const long = await homepageWith(QUEUES.long);
  return [
    { what: `homepage after one row of ${QUEUES.short} in the queue: CPU`, value: short, unit: 'ms' },
    { what: `homepage after one row of ${QUEUES.long}: CPU`, value: long, unit: 'ms' },
    { what: '  long / short', value: long / short, unit: '×', atMost: 2 },
  ];
}
