/** Days and times of a release calendar. Pure. */
import { dayOf } from '@sidelight/plugin-api';

const DAY_MS = 86_400_000;

export const isoTime = (time: string): string => new Date(time).toISOString();

export interface Window {
  readonly start: string;
  readonly end: string;
}

/** From a day before the local one to `days` after it; the day to spare covers dates that are known as midnight in UTC. */
export function calendarWindow(now: Date, zone: string, days: number): Window {
  const midnight = Date.parse(startOfDay(dayOf(now, zone), zone));
  return {
    start: new Date(midnight - DAY_MS).toISOString(),
    end: new Date(midnight + (days + 2) * DAY_MS).toISOString(),
  };
}

export const isWithin = (time: string, { start, end }: Window): boolean =>
  Date.parse(time) >= Date.parse(start) && Date.parse(time) < Date.parse(end);

/** Known by its day alone, which comes as midnight in UTC. */
export const isDay = (time: string): boolean => /T00:00:00(\.0+)?Z$/.test(time);

/** When a release is due that is known by its day alone, which comes as midnight in UTC: when that day begins in the zone. */
export const dueTime = (time: string, zone: string): string =>
  isDay(time) ? startOfDay(time.slice(0, 10), zone) : isoTime(time);

/** The first moment of a day in a zone. Where clocks change at midnight, the day begins at the later of two candidates. */
function startOfDay(day: string, zone: string): string {
  const midnight = Date.parse(day);
  const guess = midnight - offsetAt(midnight, zone);
  const candidates = [guess, midnight - offsetAt(guess, zone)].toSorted((a, b) => a - b);
  const found = candidates.find((at) => dayOf(new Date(at), zone) === day);
  return new Date(found ?? midnight).toISOString();
}

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  return Date.parse(`${clock.format(at).replace(' ', 'T')}Z`) - at;
}
