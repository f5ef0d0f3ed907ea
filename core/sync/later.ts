import type { Clock } from '../clock.js';

/** Timers take no more than that at once, some 24 days; cron patterns may. */
const LONGEST_MS = 2 ** 31 - 1;

/** Runs once after `ms`, however long that is. Returns how to call it off. */
export function later(clock: Clock, ms: number, run: () => void): () => void {
  if (ms <= LONGEST_MS) return clock.after(ms, run);
  let cancel = clock.after(LONGEST_MS, () => {
    cancel = later(clock, ms - LONGEST_MS, run);
  });
  return () => cancel();
}
