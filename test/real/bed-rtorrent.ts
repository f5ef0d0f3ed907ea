/** rTorrent on loopback with a torrent in every state. It needs Debian's packages of `swarm.ts`, `rtorrent` and `nginx-light`. */

import { comesTrue } from '../support/until.js';
import { type RealRtorrent, realRtorrent } from './real-rtorrent.js';
import { type Swarm, startSwarm } from './swarm.js';

/** rTorrent does not say that a torrent gets nothing, unless its tracker refuses it. */
const STATES = {
  active: 'downloading',
  stalled: 'downloading',
  refused: 'stalled',
  magnet: 'stalled',
  paused: 'paused',
  done: 'seeding',
  stopped: 'completed',
  unwritable: 'failed',
} as const;

type Key = keyof typeof STATES;

export interface RtorrentItem {
  readonly name: string;
  /** The info hash in capitals. */
  readonly id: string;
  /** Its state in `download.queue`. */
  readonly state: (typeof STATES)[Key];
}

export interface RtorrentBed {
  readonly rtorrent: RealRtorrent;
  readonly items: Readonly<Record<Key, RtorrentItem>>;
  stop(): Promise<void>;
}

/** Starts everything and resolves when every torrent is in its state. */
export async function startRtorrentBed(): Promise<RtorrentBed> {
  const swarm = await startSwarm('127.0.0.40');
  const rtorrent = await realRtorrent(swarm.place('rtorrent', '127.0.0.41'));
  const stop = async () => {
    await rtorrent.stop();
    await swarm.stop();
  };
  try {
    await rtorrent.start();
    await fillQueue(rtorrent, swarm);
  } catch (error) {
    await stop();
    throw error;
  }
  return { rtorrent, items: itemsOf(swarm), stop };
}

async function fillQueue(rtorrent: RealRtorrent, { torrents, magnet }: Swarm): Promise<void> {
  const { active, stalled, refused, paused, done, stopped, unwritable } = torrents;
  for (const torrent of [done, stopped, active]) await rtorrent.add(torrent);
  await rtorrent.add(unwritable, { folder: rtorrent.noFolder });
  await untilState(rtorrent, [done, stopped], /^111$/);
  await rtorrent.command('d.stop', stopped.hash);
  for (const torrent of [stalled, refused]) await rtorrent.add(torrent);
  await rtorrent.add(paused, { paused: true });
  await rtorrent.addMagnet(magnet.uri);
  await untilState(rtorrent, [stopped], /^001$/);
  await untilState(rtorrent, [active, stalled, magnet], /^110$/);
  await untilState(rtorrent, [refused], /^110!$/);
  await untilState(rtorrent, [paused], /^000$/);
  await untilState(rtorrent, [unwritable], /^100$/);
  await comesTrue('rTorrent to download', async () => {
    const moving = (await rtorrent.list()).find(({ hash }) => hash === active.hash);
    return moving !== undefined && moving.downBps > 0 ? true : JSON.stringify(moving);
  });
}

const untilState = (
  rtorrent: RealRtorrent,
  torrents: readonly { readonly hash: string }[],
  state: RegExp,
): Promise<void> =>
  comesTrue(`rTorrent to have ${torrents.length} torrents as ${state}`, async () => {
    const found = (await rtorrent.list()).filter(({ hash }) => torrents.some((torrent) => torrent.hash === hash));
    const there = found.length === torrents.length && found.every((torrent) => state.test(torrent.state));
    return there ? true : JSON.stringify(found);
  });

function itemsOf({ torrents, magnet }: Swarm): RtorrentBed['items'] {
  // rTorrent does not keep the name that a magnet link gives.
  const known = { ...torrents, magnet: { hash: magnet.hash, name: `${magnet.hash.toUpperCase()}.meta` } };
  const keys = Object.keys(STATES) as Key[];
  const items = keys.map((key) => {
    const { name, hash } = known[key];
    return [key, { name, id: hash.toUpperCase(), state: STATES[key] }];
  });
  return Object.fromEntries(items) as RtorrentBed['items'];
}
