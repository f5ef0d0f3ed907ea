/** Where the windows of `since` begin. Pure. */
import { dayOf, type Since, startOfDay } from '@sidelight/plugin-api';

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

/** The first moment of the day that it is in the zone. */
export function midnight(now: Date, zone: string): Date {
  const start = startOfDay(dayOf(now, zone), zone);
  // Clocks that go back over midnight showed the new day for a moment before: it had not begun for good.
  return start > now ? midnight(new Date(start.getTime() - 1), zone) : start;
}
