/** When a task runs: an interval with some jitter, or a cron pattern in the configured zone. */
import { type Every, nextRun } from '@sidelight/plugin-api';
import { isCron } from '@sidelight/plugin-api/host';

export type Schedule =
  | { readonly kind: 'interval'; readonly everyMs: number }
  | { readonly kind: 'cron'; readonly cron: string; readonly zone: string };

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };
const SHORTEST_MS = 1000;
/** An interval varies by so much to either side, so that integrations do not march in step. */
const JITTER = 0.05;

/**
 * @param every `30s`, `5m`, `1h`, `{ cron }`, or the text of an entry's `schedule`: an interval or a cron pattern
 * @throws RangeError that says what is wrong with it
 */
export function parseEvery(every: Every | string, zone: string): Schedule {
  if (typeof every === 'object') return parseCron(every.cron, zone);
  const interval = /^(\d+(?:\.\d+)?)([smh])$/.exec(every.trim());
  if (interval === null) return parseCron(every, zone);
  const everyMs = Number(interval[1]) * (UNITS[interval[2] ?? ''] ?? Number.NaN);
  if (!(everyMs >= SHORTEST_MS)) throw new RangeError(`"${every}" is too often: at least 1s`);
  return { kind: 'interval', everyMs };
}

function parseCron(cron: string, zone: string): Schedule {
  if (isCron(cron)) return { kind: 'cron', cron, zone };
  throw new RangeError(`"${cron}" is neither an interval like 30s, 5m or 1h nor a cron pattern`);
}

/**
 * Milliseconds until the next run; null when a cron pattern never comes round again.
 * @param random 0 to 1
 */
export function delayOf(schedule: Schedule, now: Date, random: number): number | null {
  if (schedule.kind === 'interval') return Math.round(spread(schedule.everyMs, JITTER, random));
  const next = nextRun(schedule.cron, schedule.zone, now);
  return next === undefined ? null : Math.max(0, next.getTime() - now.getTime());
}

/** A duration that varies by a fraction of itself to either side. */
export const spread = (ms: number, fraction: number, random: number): number => ms * (1 + fraction * (2 * random - 1));

/** Milliseconds between runs; null for a cron pattern. */
export const everyMsOf = (schedule: Schedule): number | null =>
  schedule.kind === 'interval' ? schedule.everyMs : null;

/** So many runs of a cron pattern show its longest pause: a weekend, say. */
const GAPS = 10;

/** Milliseconds of the longest pause between two runs. */
export function longestMsOf(schedule: Schedule, now = new Date()): number {
  if (schedule.kind === 'interval') return schedule.everyMs;
  let last = nextRun(schedule.cron, schedule.zone, now);
  let longest = 0;
  for (let run = 1; run < GAPS && last !== undefined; run++) {
    const next = nextRun(schedule.cron, schedule.zone, last);
    if (next !== undefined) longest = Math.max(longest, next.getTime() - last.getTime());
    last = next;
  }
  return longest;
}

const SIZES: readonly (readonly [ms: number, unit: string])[] = [
  [3_600_000, 'h'],
  [60_000, 'min'],
];

/** "every 5 min", or "at 0 4 * * * (cron)". */
export function scheduleText(schedule: Schedule): string {
  if (schedule.kind === 'cron') return `at ${schedule.cron} (cron)`;
  const { everyMs } = schedule;
  const [size, unit] = SIZES.find(([one]) => everyMs >= one && everyMs % one === 0) ?? [1000, 's'];
  return `every ${everyMs / size} ${unit}`;
}
