/**
 * One household in two sizes, with the same queue: its rows are made inside of the database, and the file is kept below the
 * system's temporary folder until its recipe changes.
 */

import { hash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  downloadQueue,
  mediaFiles,
  mediaItems,
  mediaLibraries,
  mediaPlayback,
  mediaPlaytime,
  mediaServer,
  mediaSessions,
  mediaStreams,
  mediaUsers,
  releaseGrabs,
  releaseQueue,
  releaseTitles,
  requestItems,
} from '@sidelight/plugin-api';
import { manualClock } from '../../support/manual-clock.js';
import { type Bench, commit, type Stage, withServices } from '../services.js';
import { download, grab, release, request, title } from './queue.js';
import { type Recipe, type Rows, recount, store } from './rows-by-sql.js';

export interface Size {
  readonly name: string;
  readonly plays: number;
  readonly items: number;
}

export const SMALL: Size = { name: 'S', plays: 10_000, items: 1_000 };
/** The whole of it takes 15 GB and a quarter of an hour, once. */
export const LARGE: Size = {
  name: 'L',
  plays: Number(process.env['SIDELIGHT_BENCH_PLAYS'] ?? 10_000_000),
  items: Number(process.env['SIDELIGHT_BENCH_ITEMS'] ?? 500_000),
};

const YEARS = Number(process.env['SIDELIGHT_BENCH_YEARS'] ?? 5);
export const NOW = '2026-11-20T12:04:00.000Z';
const USERS = 20;
/** Works that are watched, each by one of the users: as many in either size. */
const WORKS = 500;
export const QUEUE = 200;
const REQUESTS = 200;
const GRABS = 1_000;

export const fills = [
  ...[mediaServer, mediaUsers, mediaLibraries, mediaItems, mediaFiles, mediaSessions],
  ...[downloadQueue, releaseQueue, releaseGrabs, releaseTitles, requestItems],
];

/** Milliseconds since 1970 as SQL, i counting from the latest row to the first. */
const timeOf = (count: number, offset = '0'): string =>
  `${Date.parse(NOW) - 60_000} - CAST(i * ${(YEARS * 365 * 86_400_000) / count} AS integer) + ${offset}`;
const iso = (ms: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', (${ms}) / 1000.0, 'unixepoch')`;
const quarter = (ms: string): string => `(${ms}) / 900000 * 900000`;
const KIND = `CASE WHEN i % 3 = 0 THEN 'movie' ELSE 'episode' END`;
const SECONDS = '(60 + (i * 37) % 1500)';

function rowsOf({ plays, items }: Size): readonly Rows[] {
  const began = timeOf(plays);
  const ended = `(${began} + ${SECONDS} * 1000)`;
  const next = `(${quarter(began)} + 900000)`;
  const inFirst = `MIN(${SECONDS}, (${next} - (${began})) / 1000)`;
  const work = `('series:s' || (i % ${WORKS}) || ':title ' || (i % ${WORKS}))`;
  const account = `'u' || (i % ${USERS})`;
  const played: Recipe = {
    playId: `'p' || printf('%09d', i)`,
    kind: KIND,
    method: `'direct'`,
    libraryId: `'l' || (i % 4)`,
    client: `'c' || (i % 6)`,
    accountId: account,
    viewer: `'User ' || (i % ${USERS})`,
    work,
    title: `'Title ' || (i % ${WORKS})`,
    subjectId: `${work} || char(31) || 'Title ' || (i % ${WORKS}) || char(31) || ${account} || char(31) || 'User ' || (i % ${USERS})`,
  };
  return [
    {
      port: mediaItems,
      count: items,
      key: `'i' || i`,
      at: iso(timeOf(items)),
      recipe: {
        id: `'i' || i`,
        libraryId: `'l' || (i % 4)`,
        kind: KIND,
        title: `'Title ' || i`,
        addedAt: iso(timeOf(items)),
        workId: `${KIND} || ':i' || i`,
        tmdb: `CAST(i AS text)`,
      },
    },
    {
      port: mediaFiles,
      count: items,
      key: `'/media/' || i || '.mkv'`,
      recipe: {
        path: `'/media/' || i || '.mkv'`,
        itemId: `'i' || i`,
        libraryId: `'l' || (i % 4)`,
        kind: KIND,
        sizeBytes: '1000000000 + i',
      },
    },
    {
      port: mediaPlayback,
      count: plays,
      key: `'p' || printf('%09d', i)`,
      at: iso(began),
      recipe: {
        id: `'p' || printf('%09d', i)`,
        userId: account,
        viewer: `'User ' || (i % ${USERS})`,
        itemId: `'i' || (i % ${items})`,
        title: `'Title ' || (i % ${WORKS})`,
        kind: KIND,
        method: `'direct'`,
        client: `'c' || (i % 6)`,
        device: `'d'`,
        libraryId: `'l' || (i % 4)`,
        seriesId: `'s' || (i % ${WORKS})`,
        work,
        startedAt: iso(began),
        endedAt: iso(ended),
        playedSeconds: SECONDS,
      },
    },
    {
      port: mediaPlaytime,
      count: plays,
      key: `'p' || printf('%09d', i) || ' ' || ${iso(quarter(began))}`,
      at: iso(quarter(began)),
      recipe: { ...played, at: iso(quarter(began)), seconds: inFirst, begun: '1' },
    },
    {
      port: mediaPlaytime,
      count: plays,
      where: `${ended} > ${next}`,
      key: `'p' || printf('%09d', i) || ' ' || ${iso(next)}`,
      at: iso(next),
      recipe: { ...played, at: iso(next), seconds: `${SECONDS} - (${inFirst})`, begun: '0' },
    },
    {
      port: mediaStreams,
      count: Math.min(plays, YEARS * 365 * 96),
      key: `${iso(quarter(timeOf(Math.min(plays, YEARS * 365 * 96))))} || ' ' || (1 + i % 5)`,
      at: iso(quarter(timeOf(Math.min(plays, YEARS * 365 * 96)))),
      recipe: {
        at: iso(quarter(timeOf(Math.min(plays, YEARS * 365 * 96)))),
        streams: '1 + i % 5',
      },
    },
  ];
}

const range = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));

async function fill({ cache, database }: Bench, size: Size): Promise<void> {
  const put = (port: { readonly id: string }, items: readonly object[]) =>
    commit(cache, fills, { port: port.id, kind: 'replace', items }, NOW);
  await put(mediaServer, [{ id: 's', name: 'Bench', version: '1' }]);
  await put(
    mediaLibraries,
    range(4, (i) => ({ id: `l${i}`, name: `Library ${i}`, type: i === 0 ? 'movies' : 'shows' })),
  );
  await put(
    mediaUsers,
    range(USERS, (i) => ({ id: `u${i}`, name: `User ${i}`, admin: i === 0 })),
  );
  await put(mediaItems, []);
  await put(mediaFiles, []);
  await put(mediaSessions, []);
  await put(
    downloadQueue,
    range(QUEUE, (i) => download(i)),
  );
  await put(releaseQueue, range(QUEUE, release));
  await put(releaseTitles, range(QUEUE, title));
  await put(
    requestItems,
    range(REQUESTS, (i) => request(i, NOW)),
  );
  const grabs = range(GRABS, (i) => grab(i, NOW));
  await commit(cache, fills, { port: releaseGrabs.id, kind: 'append', items: grabs }, NOW);
  const rows = rowsOf(size);
  for (const one of rows) await store(database, one);
  await recount(database, new Set(rows.map(({ port }) => port.id)), NOW);
}

/** The file of a world, made when it is not there yet. */
async function fileOf(size: Size): Promise<string> {
  const recipe = JSON.stringify([size, NOW, YEARS, QUEUE, REQUESTS, GRABS, rowsOf(size)]);
  const folder = join(tmpdir(), 'sidelight-bench');
  const file = join(folder, `${size.name}-${hash('sha1', recipe).slice(0, 12)}.db`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  // Of this process alone: another one that makes the same world would take it away from below it.
  const part = `${file}.${process.pid}.part`;
  for (const end of ['', '-wal', '-shm']) rmSync(`${part}${end}`, { force: true });
  await inWorld({ file: part }, (bench) => fill(bench, size));
  renameSync(part, file);
  return file;
}

const inWorld = <T>(stage: Stage, work: (bench: Bench) => Promise<T>): Promise<T> => withServices(fills, work, stage);

/** The parts of the daemon over a world, at a moment that stands until it is moved. */
export async function withWorld<T>(
  size: Size,
  work: (bench: Bench, clock: ReturnType<typeof manualClock>) => Promise<T>,
): Promise<T> {
  const file = await fileOf(size);
  const clock = manualClock(NOW);
  return inWorld({ file, clock }, (bench) => work(bench, clock));
}
