import { Cron } from './croner.js';

/** Whether a text is a cron pattern, even if it never comes round. */
export function isCron(text: string): boolean {
  try {
    return new Cron(text, { paused: true }) !== null;
  } catch {
    return false;
  }
}
