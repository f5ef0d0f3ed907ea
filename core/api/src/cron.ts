/** When a cron pattern comes round. The build makes one file of it and of what it is made with. */
import { Cron } from 'croner';

/**
 * The first time after `after` that a cron pattern (five fields, or six with seconds) names in an IANA zone. A time that
 * the clocks skip comes when they have skipped it; one that they repeat comes once, unless the pattern names every hour. undefined: the pattern never comes round
 * (30 February), or is none, or there is no such zone: upstreams publish such texts, and what cannot be read never comes.
 */
export function nextRun(cron: string, zone: string, after: Date): Date | undefined {
  try {
    return patternOf(cron, zone).nextRun(after) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether a text is a cron pattern, even if it never comes round. */
export function isCron(cron: string): boolean {
  try {
    patternOf(cron, 'UTC');
    return true;
  } catch {
    return false;
  }
}

const patternOf = (cron: string, timezone: string): Cron => new Cron(cron, { timezone, paused: true });
