/** How long to leave an upstream alone that failed. */
import type { ErrorCode } from '@sidelight/plugin-api';
import { spread } from './schedule.js';

const FIRST_MS = 5000;
const LONGEST_MS = 15 * 60_000;
const JITTER = 0.2;
/** Credentials do not get right by themselves, and asking too often locks accounts. */
export const REFUSED_MS = 3_600_000;

/**
 * Milliseconds until the next try after so many failures in a row: twice as long each time, up to 15 minutes; an hour
 * where the credentials were refused.
 * @param random 0 to 1
 */
export function backoff(code: ErrorCode, failures: number, random: number): number {
  if (code === 'auth_failed') return REFUSED_MS;
  const ms = FIRST_MS * 2 ** Math.min(failures - 1, 20);
  return Math.round(Math.min(LONGEST_MS, spread(Math.min(ms, LONGEST_MS), JITTER, random)));
}
