/**
 * A test bed of real programs on loopback: a tracker, a peer that seeds, qbittorrent-nox and transmission-daemon, whose
 * queues hold the same torrents in the same states. It needs Debian's packages `opentracker`, `qbittorrent-nox` and
 * `transmission-daemon`, and takes about 20 seconds to settle.
 *
 * ```ts
 * const bed = await startBed();
 * try {
 *   bed.qbittorrent.url; bed.qbittorrent.username; bed.qbittorrent.password;   // what an integration is configured with
 *   await bed.qbittorrent.list();      // what the server itself says at this moment
 *   bed.items;                         // what each torrent is meant to be: state of `download.queue`
 *   await bed.transmission.kill();     // SIGKILL; `start()` brings it back at the same url with the same queue
 * } finally {
 *   await bed.stop();                  // ends every program and removes all files
 * }
 * ```
 *
 * The torrent `active` downloads at 32 to 64 KiB/s for half an hour; all others stand still.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { comesTrue } from '../support/until.js';
import type { RealClient } from './real-client.js';
import { type RealQbittorrent, realQbittorrent } from './real-qbittorrent.js';
import { realTracker } from './real-tracker.js';
import { realTransmission } from './real-transmission.js';
import { largeTorrent, smallTorrent, type TorrentFile } from './torrent-file.js';

export type ItemState = 'downloading' | 'stalled' | 'queued' | 'paused' | 'seeding' | 'completed';

/** A torrent that both clients hold. */
export interface BedItem {
  readonly key: 'active' | 'stalled' | 'refused' | 'magnet' | 'queued' | 'paused' | 'done' | 'stopped';
  readonly name: string;
  /** The info hash, in lower case. */
  readonly hash: string;
  /** Its state in `download.queue`. */
  readonly state: ItemState;
}

export interface Bed {
  readonly qbittorrent: RealClient;
  readonly transmission: RealClient;
  readonly items: readonly BedItem[];
  /** Ends every program and removes all files. Safe twice. */
  stop(): Promise<void>;
}

const SEED_BYTES_PER_SECOND = 65_536;

/** Starts everything and resolves when every torrent of both clients is in its state. */
export async function startBed(): Promise<Bed> {
  const folder = mkdtempSync(join(tmpdir(), 'sidelight-bed-'));
  const place = (name: string, address: string) => {
    mkdirSync(join(folder, name));
    return { name, folder: join(folder, name), address };
  };
  const port = await freePort();
  const torrents = makeTorrents(`http://127.0.0.1:${port}/announce`);
  const tracker = realTracker(place('tracker', '127.0.0.1').folder, port, knownToTracker(torrents));
  const seeder = await realQbittorrent(place('seeder', '127.0.0.10'));
  const qbittorrent = await realQbittorrent(place('qbittorrent', '127.0.0.12'));
  const transmission = await realTransmission(place('transmission', '127.0.0.11'));
  const stop = async () => {
    await Promise.all([seeder, qbittorrent, transmission, tracker].map((process) => process.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([tracker.start(), startSeeder(seeder, torrents), qbittorrent.start(), transmission.start()]);
    await Promise.all([qbittorrent, transmission].map((client) => fillQueue(client, seeder, torrents)));
  } catch (error) {
    await stop();
    throw error;
  }
  return { qbittorrent, transmission, items: itemsOf(torrents), stop };
}

type Torrents = ReturnType<typeof makeTorrents>;

const makeTorrents = (announce: string) => ({
  active: largeTorrent('Active.Movie.2024.2160p.mkv', announce, 512),
  stalled: smallTorrent('Stalled.Show.S01E02.1080p.mkv', announce),
  refused: smallTorrent('Refused.Movie.2022.1080p.mkv', announce),
  queued: smallTorrent('Queued.Movie.2020.1080p.mkv', announce),
  paused: smallTorrent('Paused.Movie.2023.2160p.mkv', announce),
  done: smallTorrent('Done.Show.S01E01.1080p.mkv', announce),
  stopped: smallTorrent('Stopped.Movie.2021.1080p.mkv', announce),
});

const MAGNET = { name: 'Magnet.Show.S02E01.1080p', hash: 'aaaabbbbccccddddeeeeffff0000111122223333' };

const STATES = {
  active: 'downloading',
  stalled: 'stalled',
  refused: 'stalled',
  queued: 'queued',
  paused: 'paused',
  done: 'seeding',
  stopped: 'completed',
} as const satisfies Readonly<Record<keyof Torrents, ItemState>>;

function itemsOf(torrents: Torrents): readonly BedItem[] {
  const keys = Object.keys(STATES) as (keyof Torrents)[];
  const items = keys.map((key) => ({ key, name: torrents[key].name, hash: torrents[key].hash, state: STATES[key] }));
  return [...items, { key: 'magnet', ...MAGNET, state: 'stalled' }];
}

const knownToTracker = ({ refused, ...others }: Torrents): readonly string[] => [
  ...Object.values(others).map((torrent) => torrent.hash),
  MAGNET.hash,
];

const served = ({ active, done, stopped }: Torrents): readonly TorrentFile[] => [active, done, stopped];

async function startSeeder(seeder: RealQbittorrent, torrents: Torrents): Promise<void> {
  for (const torrent of served(torrents)) torrent.save(seeder.downloads);
  await seeder.start();
  for (const torrent of served(torrents)) await seeder.add(torrent);
  await comesTrue('the seeder to have checked its files', async () => {
    const states = (await seeder.list()).map(({ state }) => state);
    return states.length === 3 && states.every((state) => /^(stalledUP|uploading)$/.test(state)) ? true : states.join();
  });
  await seeder.limitUpload(torrents.active.hash, SEED_BYTES_PER_SECOND);
}

/** Downloads that run and stand still; a fifth one has to wait. */
const RUNNING = 4;

async function fillQueue(client: RealClient, seeder: RealQbittorrent, torrents: Torrents): Promise<void> {
  const { active, stalled, refused, queued, paused, done, stopped } = torrents;
  for (const torrent of [done, stopped, active]) await offer(client, seeder, torrent);
  for (const torrent of [stalled, refused]) await client.add(torrent);
  await client.addMagnet(`magnet:?xt=urn:btih:${MAGNET.hash}&dn=${MAGNET.name}`);
  await untilState(client, [done.hash, stopped.hash], SEEDS);
  await client.pause(stopped.hash);
  // Switched on with these running, so that it is certain which one has to wait.
  await untilState(client, [active.hash, stalled.hash, refused.hash, MAGNET.hash], RUNS);
  await client.limitDownloads(RUNNING);
  await client.add(queued);
  await client.add(paused, { paused: true });
  await untilState(client, [queued.hash], /^(queuedDL|3\/0)$/);
  await untilState(client, [paused.hash], /^(pausedDL|stoppedDL|0\/0)$/);
  await untilState(client, [stopped.hash], /^(pausedUP|stoppedUP|0\/0)$/);
  await untilState(client, [refused.hash], /^(stalledDL|4\/2)$/);
  await comesTrue(`${client.url} to download`, async () => {
    const moving = (await client.list()).find(({ hash }) => hash === active.hash);
    return moving !== undefined && moving.downBps > 0 && /^(downloading|4\/0)$/.test(moving.state)
      ? true
      : JSON.stringify(moving);
  });
}

const RUNS = /^(downloading|stalledDL|metaDL|4\/\d)$/;

const SEEDS = /^(stalledUP|uploading|6\/0)$/;

/**
 * Adds a torrent and lets the seeder connect: Transmission never connects to a loopback address by itself. Once the
 * torrent runs, and one after the other, or the seeder is turned away and comes back after a minute.
 */
async function offer(client: RealClient, seeder: RealQbittorrent, torrent: TorrentFile): Promise<void> {
  await client.add(torrent);
  await untilState(client, [torrent.hash], new RegExp(`${RUNS.source}|${SEEDS.source}`));
  await seeder.addPeer([torrent.hash], client.peer);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}

const untilState = (client: RealClient, hashes: readonly string[], state: RegExp): Promise<void> =>
  comesTrue(`${client.url} to have ${hashes.join()} as ${state}`, async () => {
    const found = (await client.list()).filter(({ hash }) => hashes.includes(hash));
    const there = found.length === hashes.length && found.every((torrent) => state.test(torrent.state));
    return there ? true : JSON.stringify(found);
  });
