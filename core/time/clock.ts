/** Time, as the core sees it: tests bring their own. */
import { token } from '../ground/token.js';

export interface Clock {
  now(): Date;
  /** Runs once after `ms`, unless the returned function is called before. Never keeps the process alive. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, ms), 2 ** 31 - 1));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

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

export const CLOCK = token<Clock>('Clock');
