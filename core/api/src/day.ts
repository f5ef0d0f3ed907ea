/** Days of a time zone: each is one stretch of time, from its first moment to that of the next, whatever the clocks do at midnight. */
import { dayOf } from './display.js';

const DAY_MS = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of a zone are ahead of UTC at that time, in milliseconds. */
export function offsetAt(zone: string, time: Date): number {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
    clocks.set(zone, clock);
  }
  const shown = Date.parse(`${clock.format(time).replace(' ', 'T')}Z`);
  return shown - Math.floor(time.getTime() / 1000) * 1000;
}

/** Zone and day → its first moment: charts ask for the same days over and over. */
const starts = new Map<string, number>();
const MOST_STARTS = 4000;

/**
 * The first moment of a day in a zone, like "2026-11-21". Of a midnight that comes twice it is the first, and where clocks
 * leave it out the moment after. Clocks that go back over it begin the day when they reach it for good.
 */
export function startOfDay(day: string, zone: string): Date {
  const key = `${zone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return new Date(known);
  const start = startIn(day, zone);
  if (starts.size >= MOST_STARTS) starts.clear();
  starts.set(key, start.getTime());
  return start;
}

function startIn(day: string, zone: string): Date {
  const midnight = Date.parse(day);
  const offsets = [-DAY_MS, 0, DAY_MS].map((away) => offsetAt(zone, new Date(midnight + away)));
  const candidates = [...new Set(offsets)].map((offset) => midnight - offset).toSorted((a, b) => b - a);
  const begins = (at: number): boolean => dayOf(new Date(at), zone) === day && dayOf(new Date(at - 1), zone) !== day;
  const [latest = midnight] = candidates;
  return new Date(candidates.find(begins) ?? firstOf(day, zone, candidates.at(-1) ?? midnight, latest));
}

/** The first moment of the day that it is in the zone. */
export function midnight(now: Date, zone: string): Date {
  const start = startOfDay(dayOf(now, zone), zone);
  // Clocks that go back over midnight showed the new day for a moment before: it had not begun for good.
  return start > now ? midnight(new Date(start.getTime() - 1), zone) : start;
}

/** The first moment in between that is of this day or a later one: midnight itself was left out. */
function firstOf(day: string, zone: string, from: number, to: number): number {
  let [before, after] = [from - 1, to];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (dayOf(new Date(middle), zone) < day) before = middle;
    else after = middle;
  }
  return after;
}
