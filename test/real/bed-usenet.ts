/**
 * A news server and two Usenet clients on loopback, whose queues hold the same jobs in the same states. It needs Debian's
 * packages `nzbget` or `sabnzbdplus` (components contrib and non-free), and takes about ten seconds to settle.
 *
 * ```ts
 * const bed = await startUsenetBed(realNzbget);
 * try {
 *   bed.client.entry;           // what an integration is configured with
 *   await bed.client.list();    // what the client itself says at this moment
 *   bed.items;                  // what each job is meant to be: state of `download.queue`
 * } finally {
 *   await bed.stop();           // ends every program and removes all files
 * }
 * ```
 *
 * The job `active` downloads at 64 KiB/s for over an hour; `held` runs a script until it is let go; all others stand still.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/free-port.js';
import { comesTrue } from '../support/until.js';
import { largeNzb, smallNzb } from './nzb-file.js';
import { realNewsServer } from './real-news-server.js';
import type { RealUsenetClient, UsenetPlace } from './real-usenet-client.js';

const KIB_PER_SECOND = 64;

const JOBS = {
  done: smallNzb('Done.Show.S01E05.1080p'),
  broken: smallNzb('Broken.Movie.2022.1080p'),
  held: smallNzb('Held.Movie.2016.1080p'),
  active: largeNzb('Active.Show.S03.1080p', 400_000_000),
  queued: largeNzb('Queued.Movie.2018.1080p', 60_000_000),
  paused: largeNzb('Paused.Show.S01E09.1080p', 50_000_000),
};

const STATES = {
  done: 'completed',
  broken: 'failed',
  held: 'checking',
  active: 'downloading',
  queued: 'queued',
  paused: 'paused',
} as const satisfies Readonly<Record<keyof typeof JOBS, string>>;

export interface UsenetItem {
  readonly key: keyof typeof JOBS;
  readonly id: string;
  readonly name: string;
  /** Its state in `download.queue`. */
  readonly state: (typeof STATES)[keyof typeof JOBS];
}

export interface UsenetBed {
  readonly client: RealUsenetClient;
  readonly items: readonly UsenetItem[];
  /** Ends every program and removes all files. */
  stop(): Promise<void>;
}

/** Starts everything and resolves when every job is in its state. */
export async function startUsenetBed(clientAt: (place: UsenetPlace) => Promise<RealUsenetClient>): Promise<UsenetBed> {
  const folder = mkdtempSync(join(tmpdir(), 'sidelight-bed-'));
  const [news, own] = [join(folder, 'news'), join(folder, 'client')];
  for (const made of [news, own]) mkdirSync(made);
  for (const [key, job] of Object.entries(JOBS)) if (key !== 'broken') job.serve(news);
  const newsPort = await freePort();
  const server = realNewsServer(news, newsPort);
  const client = await clientAt({ folder: own, newsPort });
  const stop = async () => {
    client.letGo();
    await Promise.all([client.stop(), server.stop()]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await Promise.all([server.start(), client.start()]);
    return { client, items: await fillQueue(client), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function fillQueue(client: RealUsenetClient): Promise<readonly UsenetItem[]> {
  const ids: Partial<Record<keyof typeof JOBS, string>> = {};
  const add = async (key: keyof typeof JOBS, options = {}) => {
    ids[key] = await client.add(JOBS[key], options);
  };
  for (const key of ['done', 'broken'] as const) await add(key);
  await untilState(client, ids.done, /^(Completed|SUCCESS\/.*)$/);
  await untilState(client, ids.broken, /^(Failed|FAILURE\/.*)$/);
  await add('held', { held: true });
  await untilState(client, ids.held, /^(Running|EXECUTING_SCRIPT)$/);
  await client.limitSpeed(KIB_PER_SECOND);
  for (const key of ['active', 'queued'] as const) await add(key);
  await add('paused', { paused: true });
  await untilState(client, ids.active, /^downloading$/i);
  const keys = Object.keys(JOBS) as (keyof typeof JOBS)[];
  return keys.map((key) => ({ key, id: ids[key] ?? '', name: JOBS[key].name, state: STATES[key] }));
}

const untilState = (client: RealUsenetClient, id: string | undefined, state: RegExp): Promise<void> =>
  comesTrue(`${String(client.entry['url'])} to have ${id} as ${state}`, async () => {
    const found = (await client.list()).find((job) => job.id === id);
    return found !== undefined && state.test(found.state) ? true : JSON.stringify(found);
  });
