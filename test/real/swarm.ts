/** What a torrent client under test needs around it: a tracker that knows most torrents, and a peer that has some. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { comesTrue } from '../support/until.js';
import type { ClientPlace } from './real-client.js';
import { type RealQbittorrent, realQbittorrent } from './real-qbittorrent.js';
import { realTracker } from './real-tracker.js';
import { largeTorrent, smallTorrent } from './torrent-file.js';

const makeTorrents = (announce: string) => ({
  /** The peer has it and sends it slowly. */
  active: largeTorrent('Active.Movie.2024.2160p.mkv', announce, 512),
  /** The peer has these. */
  done: smallTorrent('Done.Show.S01E01.1080p.mkv', announce),
  stopped: smallTorrent('Stopped.Movie.2021.1080p.mkv', announce),
  followed: smallTorrent('Followed.Movie.2018.1080p.mkv', announce),
  /** Nobody has these; of one the tracker knows nothing. */
  stalled: smallTorrent('Stalled.Show.S01E02.1080p.mkv', announce),
  refused: smallTorrent('Refused.Movie.2022.1080p.mkv', announce),
  queued: smallTorrent('Queued.Movie.2020.1080p.mkv', announce),
  paused: smallTorrent('Paused.Movie.2023.2160p.mkv', announce),
  unwritable: smallTorrent('Unwritable.Movie.2019.1080p.mkv', announce),
});

export type SwarmTorrents = ReturnType<typeof makeTorrents>;

export interface Swarm {
  readonly torrents: SwarmTorrents;
  /** Nobody has its metadata. */
  readonly magnet: { readonly name: string; readonly hash: string; readonly uri: string };
  /** For a torrent that the peer has. */
  magnetOf(torrent: SwarmTorrents['followed']): string;
  readonly peer: RealQbittorrent;
  /** A new folder for a client at this loopback address. */
  place(name: string, address: string): ClientPlace;
  /** Ends both programs and removes all files. */
  stop(): Promise<void>;
}

const SEED_BYTES_PER_SECOND = 65_536;

/** @param address of the peer: one that no other program has */
export async function startSwarm(address: string): Promise<Swarm> {
  const folder = mkdtempSync(join(tmpdir(), 'sidelight-swarm-'));
  const place: Swarm['place'] = (name, at) => {
    mkdirSync(join(folder, name));
    return { name, folder: join(folder, name), address: at };
  };
  const port = await freePort();
  const announce = `http://127.0.0.1:${port}/announce`;
  const torrents = makeTorrents(announce);
  const magnetOf = ({ name, hash }: { readonly name: string; readonly hash: string }) =>
    `magnet:?xt=urn:btih:${hash}&dn=${name}&tr=${encodeURIComponent(announce)}`;
  const absent = { name: 'Magnet.Show.S02E01.1080p', hash: 'aaaabbbbccccddddeeeeffff0000111122223333' };
  const { refused: _, ...known } = torrents;
  const hashes = [...Object.values(known), absent].map(({ hash }) => hash);
  const tracker = realTracker(place('tracker', '127.0.0.1').folder, port, hashes);
  const peer = await realQbittorrent(place('peer', address));
  const stop = async () => {
    await Promise.all([peer, tracker].map((process) => process.stop()));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.all([tracker.start(), seed(peer, torrents)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { torrents, magnet: { ...absent, uri: magnetOf(absent) }, magnetOf, peer, place, stop };
}

async function seed(peer: RealQbittorrent, { active, done, stopped, followed }: SwarmTorrents): Promise<void> {
  const served = [active, done, stopped, followed];
  for (const torrent of served) torrent.save(peer.downloads);
  await peer.start();
  for (const torrent of served) await peer.add(torrent);
  await comesTrue('the peer to have checked its files', async () => {
    const states = (await peer.list()).map(({ state }) => state);
    return states.length === served.length && states.every((state) => /^(stalledUP|uploading)$/.test(state))
      ? true
      : states.join();
  });
  await peer.limitUpload(active.hash, SEED_BYTES_PER_SECOND);
}
