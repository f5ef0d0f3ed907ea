/** Strikes and removals: at first of the last 90 days, then what is new. */
import { cleanupActions, type SyncTask } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { toDone } from './map.js';

/** As long as they are kept. */
const KEPT_MS = 90 * 86_400_000;
/** Events of one run of a job are saved within moments, not always in the order of their times. */
const OVERLAP_MS = 10 * 60_000;
/** Each slice is committed by itself. */
const PAGES_A_RUN = 10;

/** Where a run is: which page is next, back to when it reads, and the newest event that it has seen. */
interface Place {
  readonly page: number;
  readonly until: number;
  readonly newest: number;
}

interface Context {
  readonly clock: { now(): Date };
}

export const eventsTask = (client: Pick<Client, 'events'>, { clock }: Context): SyncTask => ({
  id: cleanupActions.id,
  every: '5m',
  fills: [cleanupActions],
  async run(out, signal) {
    const oldest = clock.now().getTime() - KEPT_MS;
    const place = placeIn(out.cursor.get(), oldest);
    const { page: first, until } = place;
    let { newest } = place;
    for (let page = first; page < first + PAGES_A_RUN; page += 1) {
      const { items, totalPages } = await client.events(page, signal);
      const times = items.map(({ timestamp }) => Date.parse(timestamp));
      out.append(cleanupActions, items.filter(({ timestamp }) => Date.parse(timestamp) > oldest).flatMap(toDone));
      newest = Math.max(newest, ...times);
      if (page >= totalPages || Math.min(...times) < until) {
        out.cursor.set(JSON.stringify({ newest }));
        return undefined;
      }
    }
    out.cursor.set(JSON.stringify({ newest, until, page: first + PAGES_A_RUN } satisfies Place));
    return 'more';
  },
});

function placeIn(cursor: string | undefined, oldest: number): Place {
  const { newest = 0, until, page = 1 } = JSON.parse(cursor ?? '{}') as Partial<Place>;
  return { newest, until: until ?? Math.max(oldest, newest - OVERLAP_MS), page };
}
