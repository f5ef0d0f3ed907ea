/** Where the windows of `since` begin. Pure. */
import { midnight, type Since } from '@sidelight/plugin-api';

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
