/**
 * A tracker, a peer that seeds, and Deluge on loopback, with a torrent in every state. It needs Debian's packages
 * `opentracker`, `qbittorrent-nox`, `deluged` and `deluge-web`, and takes about 20 seconds to settle. Used like `bed.ts`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { comesTrue } from '../support/until.js';
import { type RealDeluge, realDeluge } from './real-deluge.js';
import { type RealQbittorrent, realQbittorrent } from './real-qbittorrent.js';
import { realTracker } from './real-tracker.js';
import { largeTorrent, smallTorrent } from './torrent-file.js';

const SEED_BYTES_PER_SECOND = 65_536;
/** Downloads that run and stand still; a fifth one has to wait. */
const RUNNING = 4;
const MAGNET = { name: 'Magnet.Show.S02E01.1080p', hash: 'aaaabbbbccccddddeeeeffff0000111122223333' };

const makeTorrents = (announce: string) => ({
  active: largeTorrent('Active.Movie.2024.2160p.mkv', announce, 512),
  stalled: smallTorrent('Stalled.Show.S01E02.1080p.mkv', announce),
  refused: smallTorrent('Refused.Movie.2022.1080p.mkv', announce),
  queued: smallTorrent('Queued.Movie.2020.1080p.mkv', announce),
  paused: smallTorrent('Paused.Movie.2023.2160p.mkv', announce),
  done: smallTorrent('Done.Show.S01E01.1080p.mkv', announce),
  stopped: smallTorrent('Stopped.Movie.2021.1080p.mkv', announce),
});

type Torrents = ReturnType<typeof makeTorrents>;
type Key = keyof Torrents | 'magnet';

const STATES = {
  active: 'downloading',
  stalled: 'stalled',
  refused: 'stalled',
  magnet: 'stalled',
  queued: 'queued',
  paused: 'paused',
  done: 'seeding',
  stopped: 'completed',
} as const satisfies Readonly<Record<Key, string>>;

export interface DelugeItem {
  readonly name: string;
  /** The info hash, in lower case. */
  readonly hash: string;
  /** Its state in `download.queue`. */
  readonly state: (typeof STATES)[Key];
}

export interface DelugeBed {
  readonly deluge: RealDeluge;
  readonly items: Readonly<Record<Key, DelugeItem>>;
  /** Ends every program and removes all files. */
  stop(): Promise<void>;
}

/** Starts everything and resolves when every torrent is in its state. */
export async function startDelugeBed(): Promise<DelugeBed> {
  const folder = mkdtempSync(join(tmpdir(), 'sidelight-bed-'));
  const place = (name: string, address: string) => {
    mkdirSync(join(folder, name));
    return { name, folder: join(folder, name), address };
  };
  const port = await freePort();
  const torrents = makeTorrents(`http://127.0.0.1:${port}/announce`);
  const { refused: _, ...known } = torrents;
  const hashes = [...Object.values(known), MAGNET].map(({ hash }) => hash);
  const tracker = realTracker(place('tracker', '127.0.0.1').folder, port, hashes);
  const seeder = await realQbittorrent(place('seeder', '127.0.0.20'));
  const deluge = await realDeluge(place('deluge', '127.0.0.21'));
  const stop = async () => {
    await Promise.all([seeder, deluge, tracker].map((process) => process.stop()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.all([tracker.start(), startSeeder(seeder, torrents), deluge.start()]);
    await fillQueue(deluge, seeder, torrents);
  } catch (error) {
    await stop();
    throw error;
  }
  return { deluge, items: itemsOf({ ...torrents, magnet: MAGNET }), stop };
}

function itemsOf(all: Readonly<Record<Key, { readonly name: string; readonly hash: string }>>): DelugeBed['items'] {
  const keys = Object.keys(STATES) as Key[];
  const items = keys.map((key) => [key, { name: all[key].name, hash: all[key].hash, state: STATES[key] }]);
  return Object.fromEntries(items) as DelugeBed['items'];
}

async function startSeeder(seeder: RealQbittorrent, { active, done, stopped }: Torrents): Promise<void> {
  const served = [active, done, stopped];
  for (const torrent of served) torrent.save(seeder.downloads);
  await seeder.start();
  for (const torrent of served) await seeder.add(torrent);
  await untilState(seeder, served, /^(stalledUP|uploading)$/);
  await seeder.limitUpload(active.hash, SEED_BYTES_PER_SECOND);
}

async function fillQueue(deluge: RealDeluge, seeder: RealQbittorrent, torrents: Torrents): Promise<void> {
  const { active, stalled, refused, queued, paused, done, stopped } = torrents;
  await deluge.limitDownloads(RUNNING);
  for (const torrent of [done, stopped]) await deluge.add(torrent);
  await untilState(deluge, [done, stopped], /^(Downloading|Seeding)$/);
  await seeder.addPeer([done.hash, stopped.hash], deluge.peer);
  await untilState(deluge, [done, stopped], /^Seeding$/);
  await deluge.pause(stopped.hash);
  for (const torrent of [active, stalled, refused]) await deluge.add(torrent);
  await deluge.addMagnet(`magnet:?xt=urn:btih:${MAGNET.hash}&dn=${MAGNET.name}`);
  await untilState(deluge, [active, stalled, refused, MAGNET], /^Downloading$/);
  await seeder.addPeer([active.hash], deluge.peer);
  await deluge.add(queued);
  await deluge.add(paused, { paused: true });
  await untilState(deluge, [queued], /^Queued$/);
  await untilState(deluge, [paused, stopped], /^Paused$/);
  await comesTrue('Deluge to download', async () => {
    const moving = (await deluge.list()).find(({ hash }) => hash === active.hash);
    return moving !== undefined && moving.downBps > 0 ? true : JSON.stringify(moving);
  });
}

const untilState = (
  client: RealDeluge | RealQbittorrent,
  torrents: readonly { readonly hash: string }[],
  state: RegExp,
): Promise<void> =>
  comesTrue(`${client.url} to have ${torrents.length} torrents as ${state}`, async () => {
    const found = (await client.list()).filter(({ hash }) => torrents.some((torrent) => torrent.hash === hash));
    const there = found.length === torrents.length && found.every((torrent) => state.test(torrent.state));
    return there ? true : JSON.stringify(found);
  });
