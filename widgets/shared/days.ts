/** Days of a zone as charts show them. Pure. */
import { dayOf, startOfDay } from '@sidelight/plugin-api';

/** The last days, the oldest first. */
export function lastDays(now: Date, zone: string, count: number): readonly string[] {
  const names: string[] = [];
  for (let last = now; names.length < count; last = new Date(startOfDay(names.at(-1) ?? '', zone).getTime() - 1)) {
    names.push(dayOf(last, zone));
  }
  return names.reverse();
}

/** "Mon 23 Nov". */
export const dayName = (day: string): string => NAMES.format(new Date(`${day}T00:00:00Z`)).replace(',', '');

/** Made once: it takes longer than all the names of a year. */
const NAMES = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
