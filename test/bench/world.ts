/** A large world as its upstreams tell it: what each part of a first sync costs, and each widget over all of it. */
import { cpuUsage } from 'node:process';
import {
  mediaFiles,
  mediaItems,
  mediaLibraries,
  mediaPlayback,
  mediaServer,
  mediaSessions,
  mediaUsers,
} from '@sidelight/plugin-api';
import { type Figure, median } from './report.js';
import { type Bench, withServices } from './services.js';

const TITLES = 100_000;
const PLAYS = 100_000;
const CHUNK = 500;
const ROUNDS = 5;
const POLLS = 200;
const YEARS = 2;
const YEAR_MS = 365 * 86_400_000;

/** Plays are what the core makes of sessions. */
const fills = [mediaItems, mediaFiles, mediaServer, mediaUsers, mediaLibraries, mediaSessions];

/** What is asked of each, beside its defaults. */
const ASKED: readonly (readonly [id: string, query?: Readonly<Record<string, string>>])[] = [
  ['homepage'],
  ['catalog'],
  ['libraries'],
  ['storage'],
  ['recent'],
  ['sessions'],
  ['nowplaying'],
  ['viewers'],
  ['users'],
  ['activity'],
  ...(['7', '365', 'all'] as const).flatMap((days) => [
    ['statistics', { days, kind: 'all' }] as const,
    ['watch', { days, by: 'kind' }] as const,
  ]),
];

export const world = (): Promise<readonly Figure[]> =>
  withServices(fills, async (bench) => {
    const figures = await fill(bench);
    figures.push(...(await polls(bench)));
    for (const [id, query] of ASKED) figures.push(...(await widget(bench, id, query)));
    return figures;
  });

/** CPU milliseconds of it. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = cpuUsage();
  await work();
  const { user, system } = cpuUsage(before);
  return (user + system) / 1000;
}

async function fill({ publish }: Bench): Promise<Figure[]> {
  const now = Date.now();
  const timeOf = (index: number, of: number): string => new Date(now - (index / of) * YEARS * YEAR_MS).toISOString();
  const put = (port: { readonly id: string }, items: readonly object[]) =>
    publish({ port: port.id, kind: 'replace', items });
  await put(mediaServer, [{ id: 's', name: 'Bench', version: '1' }]);
  await put(
    mediaLibraries,
    range(0, 4).map((i) => ({ id: `l${i}`, name: `Library ${i}`, type: i === 0 ? 'movies' : 'shows' })),
  );
  await put(
    mediaUsers,
    range(0, 20).map((i) => ({ id: `u${i}`, name: `User ${i}`, admin: i === 0 })),
  );
  const kindOf = (i: number) => (i % 4 === 0 ? 'movie' : i % 40 === 1 ? 'series' : 'episode');
  const titles = (i: number) => ({
    id: `i${i}`,
    libraryId: `l${i % 4}`,
    kind: kindOf(i),
    title: `Title ${i}`,
    addedAt: timeOf(i, TITLES),
    ...(kindOf(i) === 'movie' ? { tmdb: `${i}` } : { tvdb: `${i}` }),
  });
  const files = (i: number) => ({
    path: `/media/${i}.mkv`,
    itemId: `i${i}`,
    libraryId: `l${i % 4}`,
    kind: i % 4 === 0 ? 'movie' : 'episode',
    sizeBytes: 1e9 + i,
  });
  const userOf = (i: number) => Math.floor(i / 500) % 20;
  const plays = (i: number) => ({
    id: `p${i}`,
    userId: `u${userOf(i)}`,
    viewer: `User ${userOf(i)}`,
    itemId: `i${i % 500}`,
    kind: i % 3 === 0 ? 'movie' : 'episode',
    method: 'direct',
    title: `Title ${i % 500}`,
    client: `c${i % 6}`,
    device: 'd',
    startedAt: timeOf(i, PLAYS),
    playedSeconds: 60 + ((i * 37) % 7000),
  });
  const inChunks = (count: number, commit: (chunk: readonly number[]) => Promise<void>) =>
    cpuOf(async () => {
      for (let from = 0; from < count; from += CHUNK) await commit(range(from, from + CHUNK));
    });
  const upsert = (port: { readonly id: string }, item: (i: number) => object) => (chunk: readonly number[]) =>
    publish({ port: port.id, kind: 'patch', upsert: chunk.map(item), remove: [] }, chunk.includes(TITLES - 1));
  const append = (chunk: readonly number[]) =>
    publish({ port: mediaPlayback.id, kind: 'append', items: chunk.map(plays) });
  const figure = (what: string, value: number): Figure => ({ what, value: value / 1000, unit: 's' });
  return [
    figure(`${TITLES} titles committed: CPU`, await inChunks(TITLES, upsert(mediaItems, titles))),
    figure(`${TITLES} files committed: CPU`, await inChunks(TITLES, upsert(mediaFiles, files))),
    figure(`${PLAYS} plays committed: CPU`, await inChunks(PLAYS, append)),
    figure('  none of which is new', await inChunks(PLAYS / 10, append)),
  ];
}

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** Each poll of a media server, while nobody plays and while some do. */
async function polls({ publish }: Bench): Promise<readonly Figure[]> {
  const began = new Date(Date.now() - 600_000).toISOString();
  const playing = (poll: number) =>
    range(0, 5).map((i) => ({
      id: `s${i}`,
      userId: `u${i}`,
      viewer: `User ${i}`,
      itemId: `i${i}`,
      kind: 'movie',
      title: `Title ${i}`,
      client: 'c',
      device: 'd',
      deviceId: `d${i}`,
      method: 'direct',
      paused: false,
      startedAt: began,
      positionSeconds: 600 + poll * 5,
      runtimeSeconds: 7000,
    }));
  const each = async (items: (poll: number) => readonly object[]): Promise<number> => {
    const poll = (n: number) => publish({ port: mediaSessions.id, kind: 'replace', items: items(n) });
    await poll(0);
    return (
      (await cpuOf(async () => {
        for (const n of range(1, POLLS)) await poll(n);
      })) / POLLS
    );
  };
  return [
    { what: 'a poll of sessions, nobody plays: CPU', value: await each(() => []), unit: 'ms' },
    { what: 'a poll of sessions, 5 play: CPU', value: await each(playing), unit: 'ms' },
  ];
}

/** Each limit is a variant of its own, made once. */
async function widget({ snapshots, zone }: Bench, id: string, query?: Readonly<Record<string, string>>) {
  const times: number[] = [];
  let bytes = 0;
  for (let limit = 1; limit <= ROUNDS; limit++) {
    const variant = { limit, zone, sources: null, ...(query === undefined ? {} : { query }) };
    times.push(
      await cpuOf(async () => {
        bytes = (await snapshots.payload(id, variant)).bytes.length;
      }),
    );
  }
  const asked = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  return [
    { what: `${id}${asked} made: CPU`, value: median(times), unit: 'ms' },
    { what: '  its answer', value: bytes, unit: 'bytes' },
  ];
}
