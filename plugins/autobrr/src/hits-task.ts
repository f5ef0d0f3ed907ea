/** Releases that matched: at first of the last 90 days, then what is new, and again what is young enough to change. */
import { feedHits, type SyncTask } from '@sidelight/plugin-api';
import { type Client, PAGE } from './client.js';
import { PENDING_MS, timeOf, toHit } from './map.js';

/** As long as hits are kept. */
const KEPT_MS = 90 * 86_400_000;
/** Each slice is committed by itself. */
const PAGES_A_RUN = 10;

/** Where a run is: which page is next, back to when it reads, and the newest hit that it has seen. */
interface Place {
  readonly offset: number;
  readonly until: number;
  readonly newest: number;
}

interface Context {
  readonly clock: { now(): Date };
}

export const hitsTask = (client: Pick<Client, 'releases'>, { clock }: Context): SyncTask => ({
  id: feedHits.id,
  every: '2m',
  fills: [feedHits],
  async run(out, signal) {
    const now = clock.now();
    let { offset, until, newest } = placeIn(out.cursor.get(), now.getTime());
    for (let page = 0; page < PAGES_A_RUN; page += 1) {
      const releases = await client.releases(offset, signal);
      const times = releases.map(timeOf);
      out.append(
        feedHits,
        releases.filter((release) => now.getTime() - timeOf(release) < KEPT_MS).map((release) => toHit(release, now)),
      );
      newest = Math.max(newest, ...times);
      if (releases.length < PAGE || Math.min(...times) < until) {
        out.cursor.set(JSON.stringify({ newest }));
        return undefined;
      }
      offset += releases.length;
    }
    out.cursor.set(JSON.stringify({ newest, until, offset } satisfies Place));
    return 'more';
  },
});

/** The whole of the last two hours is read each time: what is pending becomes something else, or nothing, within one. */
function placeIn(cursor: string | undefined, now: number): Place {
  const { newest = 0, until, offset = 0 } = JSON.parse(cursor ?? '{}') as Partial<Place>;
  const from = Math.max(now - KEPT_MS, Math.min(newest, now - 2 * PENDING_MS));
  return { newest, until: until ?? from, offset };
}
