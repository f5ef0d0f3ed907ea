import type { downloadClient, downloadQueue, ItemIn } from '@sidelight/plugin-api';
import { between } from './chance.js';
import { downloadKey, jobs } from './jobs.js';
import { type Progress, progressOf, stalledAt } from './progress.js';
import { disks, VERSION } from './server.js';
import { HOUR, iso, MINUTE, SECOND, type World } from './world.js';

type Row = ItemIn<typeof downloadQueue>;

export const downloads = (world: World): readonly Row[] =>
  jobs(world)
    .map((job) => progressOf(world, job))
    .filter(({ shown }) => shown)
    .map((progress) => rowOf(world, progress));

function rowOf(world: World, progress: Progress): Row {
  const { job, part } = progress;
  const state = stateOf(progress);
  const leftBytes = Math.round(job.sizeBytes * (1 - part));
  const rate = job.sizeBytes / (job.downloadMs / SECOND);
  const minute = Math.floor(world.now / MINUTE);
  const downBps = state === 'downloading' ? Math.round(rate * between(0.85, 1.15, job.key, minute)) : 0;
  const uploads = job.torrent && ['downloading', 'seeding'].includes(state);
  return {
    id: job.id,
    downloadKey: downloadKey(job),
    name: job.releaseName,
    state,
    sizeBytes: job.sizeBytes,
    leftBytes,
    downBps,
    upBps: uploads ? Math.round(between(20e3, 900e3, job.key, minute, 'up')) : 0,
    etaSeconds: downBps > 0 ? Math.ceil(leftBytes / downBps) : undefined,
    reason: state === 'stalled' ? 'No peers have been seen for a while' : state === 'failed' ? FAILURE : undefined,
    hash: job.torrent ? job.id : undefined,
    category: job.type === 'movie' ? 'films' : 'shows',
    tags: job.torrent ? ['demo'] : undefined,
    addedAt: iso(job.startAt),
    ratio: job.torrent ? hundredths(part * between(0.1, 1.4, job.key, 'ratio')) : undefined,
    seedingSeconds: state === 'seeding' ? hoursSince(world.now, job.startAt + job.downloadMs) : undefined,
    availability: job.torrent && state === 'downloading' ? hundredths(between(1, 6, job.key, 'copies')) : undefined,
    stalledSince: state === 'stalled' ? iso(stalledAt(world, job)) : undefined,
  };
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;
const hoursSince = (now: number, then: number): number =>
  Math.max(0, Math.floor((now - then) / HOUR)) * (HOUR / SECOND);

export const client = (world: World): readonly ItemIn<typeof downloadClient>[] => [
  {
    version: VERSION,
    paused: false,
    downLimitBps: 40_000_000,
    upLimitBps: 0,
    freeBytes: disks(world).find(({ path }) => path === '/downloads')?.freeBytes,
  },
];

const FAILURE = 'Parts of the release are missing and cannot be repaired';

function stateOf({ job, phase, paused }: Progress): Row['state'] {
  if (paused) return 'paused';
  if (phase === 'queued' || phase === 'downloading' || phase === 'stalled' || phase === 'failed') return phase;
  return job.torrent ? 'seeding' : 'completed';
}
