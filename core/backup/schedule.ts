/** When the next backup is due. Pure. */
import { delayOf, type Schedule } from '../sync/schedule.js';

export interface Before {
  /** ISO time of the newest backup. */
  readonly madeAt: string | undefined;
  /** ISO time of the last failure, if nothing has succeeded since. */
  readonly failedAt: string | undefined;
}

/** A daemon that has just begun has better things to do. */
const FIRST_MS = 10_000;
const RETRY_MS = 3_600_000;
const EXACTLY = 0.5;

/** Milliseconds from now; null: never. An interval is counted from the last one, whichever process made it. */
export function backupDelay(schedule: Schedule, { madeAt, failedAt }: Before, now: Date): number | null {
  const since = (at: string): number => now.getTime() - Date.parse(at);
  const retry = failedAt === undefined ? null : Math.max(0, RETRY_MS - since(failedAt));
  if (schedule.kind === 'cron') return earlier(delayOf(schedule, now, EXACTLY), retry);
  const { everyMs } = schedule;
  const soonest = Math.min(FIRST_MS, everyMs);
  if (failedAt !== undefined) return Math.max(soonest, Math.min(everyMs, RETRY_MS) - since(failedAt));
  return madeAt === undefined ? soonest : Math.max(soonest, everyMs - since(madeAt));
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
