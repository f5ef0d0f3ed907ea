/** A clock that moves only when told to, and runs the timers that fall due on its way. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '#core/time/clock.js';

export interface ManualClock extends Clock {
  /** Moves on, running each timer at its time, and lets what they started settle in between. */
  advance(ms: number): Promise<void>;
  /** Changes the time of day alone, as a wrong time server does: no timer runs. */
  jump(ms: number): void;
  /** How many timers wait. */
  readonly waiting: number;
}

/** Rounds of the event loop that let work in memory settle. */
const ROUNDS = 10;

export async function settle(): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) await turn();
}

export function manualClock(start = '2026-11-20T12:00:00.000Z'): ManualClock {
  let elapsed = 0;
  let offset = Date.parse(start);
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const earliest = () => [...timers].sort((a, b) => a.at - b.at)[0];

  return {
    now: () => new Date(offset + elapsed),
    after(ms, run) {
      const timer = { at: elapsed + Math.max(0, ms), run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const end = elapsed + ms;
      await settle();
      for (let next = earliest(); next !== undefined && next.at <= end; next = earliest()) {
        elapsed = Math.max(elapsed, next.at);
        timers.delete(next);
        next.run();
        await settle();
      }
      elapsed = end;
    },
    jump(ms) {
      offset += ms;
    },
    get waiting() {
      return timers.size;
    },
  };
}
