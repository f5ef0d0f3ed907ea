import { Cron } from './host/croner.js';

/**
 * The first time after `after` that a cron pattern (five fields, or six with seconds) names in an IANA zone. A time that
 * the clocks skip comes when they have skipped it; one that they repeat comes once, unless the pattern names every hour. undefined: the pattern never comes round
 * (30 February), or is none, or there is no such zone: upstreams publish such texts, and what cannot be read never comes.
 */
export function nextRun(cron: string, zone: string, after: Date): Date | undefined {
  try {
    return new Cron(cron, { timezone: zone, paused: true }).nextRun(after) ?? undefined;
  } catch {
    return undefined;
  }
}

const EVERY = [
  [/^\* \* \* \* \*$/, 'every minute'],
  [/^\d+ \* \* \* \*$/, 'every hour'],
  [/^\d+ \d+ \* \* \*$/, 'every day'],
  [/^\d+ \d+ \* \* \w+$/, 'every week'],
  [/^\d+ \d+ \d+ \* \*$/, 'every month'],
  [/^\d+ \d+ \d+ \w+ \*$/, 'every year'],
] as const;

/** How often that is, for a person; a pattern of another kind is its own best description. */
export function frequencyOf(cron: string): string {
  const pattern = cron.trim().replaceAll(/\s+/g, ' ');
  return EVERY.find(([form]) => form.test(pattern))?.[1] ?? pattern;
}
