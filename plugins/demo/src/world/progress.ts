/** Where a job is at a moment. */
import { pausedMs } from './edits.js';
import type { Job } from './jobs.js';
import { HOUR, MINUTE, pace, type World } from './world.js';

const QUEUED = 15 * MINUTE;
const IMPORT = 4 * MINUTE;
/** Stalls begin 250 minutes apart, give or take 114: there is always one (jobs.ts). */
const STALL = 6.5 * HOUR;
const BLOCKED = 3 * HOUR;
const FAILED_STAYS = 5 * HOUR;
const SEEDS = 12 * HOUR;
const STALLS_AT = 0.4;
const FAILS_AT = 0.7;

export type Phase =
  | 'ahead'
  | 'declined'
  | 'removed'
  | 'queued'
  | 'downloading'
  | 'stalled'
  | 'failed'
  | 'importing'
  | 'blocked'
  | 'done';

export interface Progress {
  readonly job: Job;
  readonly phase: Phase;
  /** 0 to 1 */
  readonly part: number;
  readonly paused: boolean;
  /** When it came into the library. */
  readonly importedAt?: number;
  /** Whether the client still shows it. */
  readonly shown: boolean;
}

/** When one that stalls begins to, if nobody pauses it. */
export const stalledAt = (world: World, job: Job): number =>
  Math.floor(job.startAt + pace(world, QUEUED) + STALLS_AT * job.downloadMs);

export function progressOf(world: World, job: Job): Progress {
  const { now, edits } = world;
  const at = (phase: Phase, part: number, more: Partial<Progress> = {}): Progress => ({
    job,
    phase,
    part,
    paused: false,
    shown: true,
    ...more,
  });
  if (job.declined) return at('declined', 0, { shown: false });
  if (now < job.startAt) return at('ahead', 0, { shown: false });

  const pauses = edits.pauses.get(job.id) ?? [];
  const stall = job.fate === 'stalls' ? pace(world, STALL) : 0;
  const whole = job.downloadMs + stall;
  const began = job.startAt + pace(world, QUEUED);
  /** How long it has been downloading, pauses left out. */
  const activeBy = (time: number) => time - began - pausedMs(pauses, job.startAt, time);

  const removedAt = edits.removed.get(job.id);
  const removed = removedAt !== undefined && removedAt >= job.startAt;
  if (removed && activeBy(removedAt) < whole) return at('removed', 0, { shown: false });
  const active = activeBy(now);
  const failsAt = FAILS_AT * job.downloadMs;
  if (job.fate === 'fails' && active >= failsAt) {
    return at('failed', FAILS_AT, { shown: active < failsAt + pace(world, FAILED_STAYS) });
  }
  if (active >= whole) {
    const completedAt = began + whole + pausedMs(pauses, job.startAt, now);
    return completed(world, job, completedAt, removed, at);
  }
  const paused = pauses.some(({ from, to }) => from >= job.startAt && to === undefined);
  if (active < 0) return at('queued', 0, { paused });
  const stallBegins = STALLS_AT * job.downloadMs;
  if (active < stallBegins) return at('downloading', active / job.downloadMs, { paused });
  if (active < stallBegins + stall) return at('stalled', STALLS_AT, { paused });
  return at('downloading', (active - stall) / job.downloadMs, { paused });
}

function completed(
  world: World,
  job: Job,
  completedAt: number,
  removed: boolean,
  at: (phase: Phase, part: number, more: Partial<Progress>) => Progress,
): Progress {
  const since = world.now - completedAt;
  const takes = pace(world, job.fate === 'blocked' ? BLOCKED : IMPORT);
  if (since < takes) return at(job.fate === 'blocked' ? 'blocked' : 'importing', 1, { shown: !removed });
  const seeding = job.torrent && since < pace(world, SEEDS);
  return at('done', 1, { importedAt: Math.floor(completedAt + takes), shown: seeding && !removed });
}
