/** Why a tile may not show what it should, in a sentence. Pure. */
import { LIVE, UNKNOWN } from '@sidelight/plugin-api';

export interface Note {
  /** off: nothing is wrong, nothing is connected either. */
  readonly tone: 'off' | 'bad';
  readonly text: string;
}

/** @param payload as it was parsed: what every payload carries may be missing or wrong */
export function sourceNote({ freshness }: Readonly<Record<string, unknown>>): Note | null {
  if (typeof freshness !== 'string') return { tone: 'bad', text: 'This response does not say where it comes from' };
  if (freshness === UNKNOWN) return { tone: 'off', text: 'No connected integration provides this' };
  return freshness === LIVE ? null : { tone: 'bad', text: freshness };
}
