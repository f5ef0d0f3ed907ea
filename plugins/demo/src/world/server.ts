/** The media server itself, its scheduled tasks, the disks, and the indexers that a manager watches over. */
import type {
  ItemIn,
  indexerList,
  mediaJobs,
  mediaServer,
  opsHealth,
  serverDisks,
  serviceJobs,
} from '@sidelight/plugin-api';
import { between, chance } from './chance.js';
import { files } from './library.js';
import { DAY, HOUR, iso, MINUTE, SECOND, type World } from './world.js';

export const VERSION = '1.0.0';

export const server = ({ id, seed, now }: World): readonly ItemIn<typeof mediaServer>[] => [
  {
    id: 'demo-server',
    name: 'Demo',
    version: VERSION,
    instanceId: `${id}-${seed}`,
    pingMs: Math.round(between(2, 14, seed, 'ping', Math.floor(now / MINUTE))),
  },
];

/** Name, how often, how long, how often it fails. */
const TASKS = [
  ['Scan media library', 4 * HOUR, 9 * MINUTE, 0],
  ['Download missing subtitles', 6 * HOUR, 4 * MINUTE, 0.15],
  ['Make preview images', DAY, 50 * MINUTE, 0],
  ['Refresh people', 7 * DAY, 25 * MINUTE, 0],
  ['Optimize database', DAY, 2 * MINUTE, 0],
  ['Clean up activity log', DAY, MINUTE, 0],
  ['Update plugins', 12 * HOUR, MINUTE, 0.05],
] as const;

/** What the smaller services run. */
const CHORES = [
  ['Clean the download queue', 15 * MINUTE, 20 * SECOND, 0.05],
  ['Search for missing releases', 6 * HOUR, 3 * MINUTE, 0],
  ['Rescan the library', DAY, 12 * MINUTE, 0],
  ['Look for subtitles', 3 * HOUR, 5 * MINUTE, 0.1],
] as const;

export const mediaTasks = (world: World): readonly ItemIn<typeof mediaJobs>[] => runsOf(world, 'task', TASKS);

export const chores = (world: World): readonly ItemIn<typeof serviceJobs>[] => runsOf(world, 'chore', CHORES);

type Schedule = readonly (readonly [name: string, every: number, takes: number, fails: number])[];

const runsOf = ({ seed, now }: World, prefix: string, schedule: Schedule): readonly ItemIn<typeof mediaJobs>[] =>
  schedule.map(([name, every, takes, fails], index) => {
    const offset = index * 17 * MINUTE;
    const n = Math.floor((now - offset) / every);
    const began = n * every + offset;
    const isRunning = now < began + takes;
    const last = isRunning ? n - 1 : n;
    return {
      id: `${prefix}-${index}`,
      name,
      state: isRunning ? 'running' : 'idle',
      result: chance(seed, name, last) < fails ? 'failed' : 'completed',
      progress: isRunning ? Math.floor(((now - began) / takes) * 100) : undefined,
      lastAt: iso(last * every + offset + takes),
      nextAt: iso((n + 1) * every + offset),
      durationMs: takes,
    };
  });

export function disks(world: World): readonly ItemIn<typeof serverDisks>[] {
  const media = files(world).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const wave = between(0.2, 0.6, world.seed, 'downloads', Math.floor(world.now / HOUR));
  return [
    { path: '/media', label: 'Media', totalBytes: 8e12, freeBytes: 8e12 - media },
    { path: '/downloads', label: 'Downloads', totalBytes: 1e12, freeBytes: Math.round(1e12 * wave) },
    { path: '/backup', label: 'Backup', totalBytes: 4e12, freeBytes: 0.27e12 },
  ];
}

const INDEXERS = ['Example Tracker', 'Open Reels', 'Newsgroup Index'] as const;
const OUTAGE_EVERY = 6 * HOUR;
const OUTAGE = 50 * MINUTE;

/** When the last outage of one began, if it is one that has outages, and whether it goes on. */
function outageOf(index: number, now: number) {
  const outages = OUTAGE_EVERY * (index + 1);
  const began = Math.floor(now / outages) * outages;
  return { began, failing: index > 0 && now < began + OUTAGE };
}

export const indexers = ({ now }: World): readonly ItemIn<typeof opsHealth>[] =>
  INDEXERS.map((name, index) => {
    const { began, failing } = outageOf(index, now);
    return {
      id: `indexer-${index}`,
      name,
      type: 'Indexer',
      about: `indexer ${name.toLowerCase()}`,
      ok: !failing,
      refused: false,
      severity: failing ? 'warn' : undefined,
      message: failing ? 'The indexer does not answer' : 'Works',
      checkedAt: iso(Math.floor(now / MINUTE) * MINUTE),
      failingSince: failing ? iso(began) : undefined,
    };
  });

/** Each is asked every quarter of an hour, and since the month began. */
export const indexerTable = ({ now }: World): readonly ItemIn<typeof indexerList>[] =>
  INDEXERS.map((name, index) => {
    const { began, failing } = outageOf(index, now);
    const queries = Math.floor((now % (30 * DAY)) / (15 * MINUTE));
    return {
      id: String(index),
      name,
      enabled: true,
      ok: !failing,
      queries,
      grabs: Math.floor(queries / (40 + 20 * index)),
      failed: index === 0 ? 0 : Math.floor(queries / 60),
      since: failing ? iso(began) : undefined,
      until: failing ? iso(began + OUTAGE) : undefined,
    };
  });
