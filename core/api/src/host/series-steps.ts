/** The days and hours of a series, and how days come together to months and weekdays. Pure. */
import { midnight, offsetAt, startOfDay } from '../day.js';
import { dayOf } from '../display.js';
import type { Tally } from '../read.js';
import type { SeriesPoint, SeriesStep } from '../series.js';

/** A local day. */
export interface Day {
  /** `2026-11-23` */
  readonly day: string;
  /** ISO times, both inclusive. */
  readonly from: string;
  readonly to: string;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The last days of a zone, the oldest first, today among them. */
export function daysUntil(now: Date, zone: string, count: number): Day[] {
  const days: Day[] = [];
  let next = midnight(new Date(midnight(now, zone).getTime() + 1.5 * DAY_MS), zone);
  while (days.length < count) {
    const last = new Date(next.getTime() - 1);
    const day = dayOf(last, zone);
    const start = startOfDay(day, zone);
    days.push({ day, from: start.toISOString(), to: last.toISOString() });
    next = start;
  }
  return days.reverse();
}

/** The beginning of the local hour that holds a time, ISO. */
export function hourOf(at: string, zone: string): string {
  const time = Date.parse(at);
  const offset = offsetAt(zone, new Date(time));
  return new Date(Math.floor((time + offset) / HOUR_MS) * HOUR_MS - offset).toISOString();
}

const localHour = (hour: string, zone: string): number =>
  Math.floor((Date.parse(hour) + offsetAt(zone, new Date(hour))) / HOUR_MS) % 24;

/** Monday is 1. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** @param points by day, or by hour where the steps are hours */
export function inSteps(points: readonly SeriesPoint[], per: SeriesStep, zone: string): readonly SeriesPoint[] {
  switch (per) {
    case 'hour':
    case 'day':
      return sorted(points);
    case 'month':
      return together(points, (at) => at.slice(0, 7));
    case 'weekday':
      return together(points, (at) => String(weekdayOf(at)));
    case 'hourOfDay':
      return together(points, (at) => String(localHour(at, zone)));
  }
}

/** Points of one step and group become one. */
export function together(points: readonly SeriesPoint[], stepOf: (at: string) => string): readonly SeriesPoint[] {
  const sums = new Map<string, SeriesPoint>();
  for (const point of points) {
    const at = stepOf(point.at);
    const key = `${at}\u0000${point.key ?? ''}\u0000${point.source ?? ''}`;
    const before = sums.get(key);
    sums.set(key, { ...point, at, ...(before === undefined ? {} : added(before, point)) });
  }
  return sorted([...sums.values()]);
}

const added = (a: Tally, b: Tally): Tally => ({
  count: a.count + b.count,
  distinct: a.distinct + b.distinct,
  sum: a.sum + b.sum,
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const sorted = (points: readonly SeriesPoint[]): readonly SeriesPoint[] =>
  points.toSorted(
    (a, b) =>
      compare(a.at.padStart(2, '0'), b.at.padStart(2, '0')) ||
      compare(a.key ?? '', b.key ?? '') ||
      compare(a.source ?? '', b.source ?? ''),
  );
