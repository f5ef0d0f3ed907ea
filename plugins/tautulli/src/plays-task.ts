/**
 * The plays, in full at first and from a week back afterwards: a play is written when it ends, at the time of its start, and
 * one that was paused may end days later. What is deleted there stays here.
 */
import { mediaPlayback, type SyncTask } from '@sidelight/plugin-api';
import type { Client, Page } from './client.js';
import { numberOf } from './loose.js';
import { playsOf } from './map-plays.js';
import type { Play } from './upstream.js';

const PAGE = 1000;
const DAY_MS = 86_400_000;
const OVERLAP_DAYS = 7;

/** Where the reading goes on: `2026-11-15`, and behind it how many plays from that day on were read already. */
const CURSOR = /^(\d{4}-\d\d-\d\d)?\+(\d+)$/;

interface Place {
  /** Not given: from the beginning. */
  readonly after?: string;
  readonly start: number;
}

export const playsTask = (client: Client, clock: { now(): Date }): SyncTask => ({
  id: mediaPlayback.id,
  every: '2m',
  fills: [mediaPlayback],
  async run(out, signal) {
    const place = placeOf(out.cursor.get() ?? '');
    const page: Page = { ...place, length: PAGE };
    const plays = await client.plays(page, signal);
    out.append(mediaPlayback, playsOf(plays));
    if (plays.length < PAGE) {
      out.cursor.set(textOf({ after: daysBefore(clock.now().getTime(), OVERLAP_DAYS), start: 0 }));
      return;
    }
    out.cursor.set(textOf(placeBehind(place, plays)));
    return 'more';
  },
});

function placeOf(cursor: string): Place {
  const [, after, start = '0'] = CURSOR.exec(cursor) ?? [];
  return { ...(after === undefined ? {} : { after }), start: Number(start) };
}

const textOf = ({ after = '', start }: Place): string => `${after}+${start}`;

/** The later the day, the less it has to read for a page: from the last day that is there on, which may be the next in its zone. */
function placeBehind(place: Place, plays: readonly Play[]): Place {
  const last = numberOf(plays.at(-1)?.started);
  const after = last === undefined ? undefined : daysBefore(last * 1000, 1);
  return after === undefined || after <= (place.after ?? '')
    ? { ...place, start: place.start + PAGE }
    : { after, start: 0 };
}

const daysBefore = (ms: number, days: number): string => new Date(ms - days * DAY_MS).toISOString().slice(0, 10);
