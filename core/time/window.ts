/** Where the windows of `since` begin. Pure. */
import type { Since } from '@sidelight/plugin-api';

const SPANS: Readonly<Record<Exclude<Since, 'midnight'>, number>> = {
  '15m': 15 * 60_000,
  '24h': 24 * 3_600_000,
  '7d': 7 * 24 * 3_600_000,
  '30d': 30 * 24 * 3_600_000,
  '90d': 90 * 24 * 3_600_000,
  '365d': 365 * 24 * 3_600_000,
};

/** The ISO time at which the window begins, inclusive. */
export const windowStart = (since: Since, now: Date, zone: string): string =>
  (since === 'midnight' ? midnight(now, zone) : new Date(now.getTime() - SPANS[since])).toISOString();

const formats = new Map<string, Intl.DateTimeFormat>();

function partsIn(zone: string, time: Date): Record<string, number> {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return Object.fromEntries(format.formatToParts(time).map((part) => [part.type, Number(part.value)]));
}

/** How far the zone is ahead of UTC at that time, in milliseconds. */
export function offsetAt(zone: string, time: Date): number {
  const p = partsIn(zone, time);
  const local = Date.UTC(p['year'] ?? 0, (p['month'] ?? 1) - 1, p['day'], p['hour'], p['minute'], p['second']);
  return local - Math.floor(time.getTime() / 1000) * 1000;
}

/** The local midnight that began the day; on a day whose midnight a clock change skips, its first moment. */
export function midnight(now: Date, zone: string): Date {
  const p = partsIn(zone, now);
  const wall = Date.UTC(p['year'] ?? 0, (p['month'] ?? 1) - 1, p['day']);
  // Two rounds: the offset at midnight may differ from the offset now, when the clocks change in between.
  let start = new Date(wall - offsetAt(zone, now));
  start = new Date(wall - offsetAt(zone, start));
  return partsIn(zone, start)['day'] === p['day'] ? start : new Date(start.getTime() + 3_600_000);
}
