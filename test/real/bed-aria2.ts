/** aria2 on loopback with a download in every state. It needs Debian's packages of `swarm.ts` and `aria2`. */

import { freePort } from '../support/free-port.js';
import { comesTrue } from '../support/until.js';
import { type RealAria2, realAria2 } from './real-aria2.js';
import { type Swarm, startSwarm } from './swarm.js';

const STATES = {
  active: 'downloading',
  stalled: 'stalled',
  refused: 'stalled',
  magnet: 'stalled',
  queued: 'queued',
  paused: 'paused',
  done: 'seeding',
  followed: 'seeding',
  stopped: 'completed',
  unwritable: 'failed',
  gone: 'failed',
} as const;

type Key = keyof typeof STATES;

export interface Aria2Item {
  readonly gid: string;
  readonly name: string;
  /** In lower case; undefined for what is no torrent. */
  readonly hash: string | undefined;
  /** Its state in `download.queue`. */
  readonly state: (typeof STATES)[Key];
}

export interface Aria2Bed {
  readonly aria2: RealAria2;
  readonly items: Readonly<Record<Key, Aria2Item>>;
  /** The download that brought the metadata of `followed`. */
  readonly metadata: string;
  stop(): Promise<void>;
}

/** Starts everything and resolves when every download is in its state. */
export async function startAria2Bed(): Promise<Aria2Bed> {
  const swarm = await startSwarm('127.0.0.30');
  const aria2 = await realAria2(swarm.place('aria2', '127.0.0.31'));
  const stop = async () => {
    await aria2.stop();
    await swarm.stop();
  };
  try {
    await aria2.start();
    const metadata = await aria2.addUri(swarm.magnetOf(swarm.torrents.followed));
    const gids = await fillQueue(aria2, swarm, metadata);
    return { aria2, items: itemsOf(gids, swarm), metadata, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Gids = Readonly<Record<Key, string>>;

async function fillQueue(aria2: RealAria2, { torrents, magnet }: Swarm, metadata: string): Promise<Gids> {
  const done = await aria2.add(torrents.done);
  const stopped = await aria2.add(torrents.stopped);
  await untilState(aria2, [done, stopped], /^active all$/);
  const followed = await followerOf(aria2, metadata);
  await untilState(aria2, [followed], /^active all$/);
  await aria2.pause(stopped);
  const unwritable = await aria2.add(torrents.unwritable, { dir: aria2.noFolder });
  const gone = await aria2.addUri(`http://127.0.0.1:${await freePort()}/pub/gone.bin?key=of-the-url`);
  await untilState(aria2, [unwritable, gone], /^error$/);
  const active = await aria2.add(torrents.active);
  const stalled = await aria2.add(torrents.stalled);
  const refused = await aria2.add(torrents.refused);
  const nobody = await aria2.addUri(magnet.uri);
  await untilState(aria2, [active, stalled, refused, nobody], /^active$/);
  const queued = await aria2.add(torrents.queued);
  const paused = await aria2.add(torrents.paused, { pause: 'true' });
  await untilState(aria2, [queued], /^waiting$/);
  await untilState(aria2, [paused], /^paused$/);
  await untilState(aria2, [stopped], /^paused all$/);
  await comesTrue('aria2 to download', async () => {
    const moving = (await aria2.list()).find(({ gid }) => gid === active);
    return moving !== undefined && moving.downBps > 0 ? true : JSON.stringify(moving);
  });
  return { active, stalled, refused, magnet: nobody, queued, paused, done, followed, stopped, unwritable, gone };
}

async function followerOf(aria2: RealAria2, metadata: string): Promise<string> {
  let follower = '';
  await comesTrue('the metadata of the magnet link', async () => {
    const [first] = (await aria2.list()).find(({ gid }) => gid === metadata)?.followedBy ?? [];
    follower = first ?? '';
    return first !== undefined;
  });
  return follower;
}

const untilState = (aria2: RealAria2, gids: readonly string[], state: RegExp): Promise<void> =>
  comesTrue(`aria2 to have ${gids.join()} as ${state}`, async () => {
    const found = (await aria2.list()).filter(({ gid }) => gids.includes(gid));
    const there = found.length === gids.length && found.every((one) => state.test(one.state));
    return there ? true : JSON.stringify(found);
  });

function itemsOf(gids: Gids, { torrents, magnet }: Swarm): Aria2Bed['items'] {
  const known = { ...torrents, magnet, gone: { name: 'gone.bin', hash: undefined } };
  const keys = Object.keys(STATES) as Key[];
  const items = keys.map((key) => {
    const { name, hash } = known[key];
    return [key, { gid: gids[key], name, hash, state: STATES[key] }];
  });
  return Object.fromEntries(items) as Aria2Bed['items'];
}
