/** Plays that were stored before there was an account of time, or before it told what it tells now: page by page, beside the syncs. */
import { setImmediate } from 'node:timers/promises';
import { mediaPlayback } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Batch, Cache } from '../cache/cache.js';
import type { Log } from '../ground/log.js';

/** Its cursor moves in the transaction of each page. It is reset, as that of any task, when the plays or their account have new fields. */
const TASK = '@playtime';
const PLAYS_AT_ONCE = 200;
const DONE = 'done';

export interface RecountParts {
  readonly cache: Pick<Cache, 'sources' | 'page' | 'cursor'>;
  /** Commits what is made in the turn of the source, with all that is derived from it; null: there is nothing to commit. */
  retell(source: string, make: (at: string) => Promise<Batch | null>): Promise<void>;
  readonly log: Log;
}

/** What tells that the plays of a source need not be gone through: for who writes the first ones together with their account. */
export const accountedFor = (source: string, at: string): Batch => ({
  ...{ source, task: TASK, at, fills: [], changes: [] },
  cursor: DONE,
});

/** @param isWanted asked before each page */
export async function recountPlays({ cache, retell, log }: RecountParts, isWanted: () => boolean): Promise<void> {
  for (const source of await cache.sources()) {
    try {
      let plays = 0;
      for (let place = await placeOf(cache, source); place !== null && isWanted(); ) {
        await retell(source, async (at) => {
          // Read in its turn: no play changes between here and the commit.
          const { items, last } = await cache.page(mediaPlayback, source, place ?? '', PLAYS_AT_ONCE);
          const isEmpty = place === '' && items.length === 0;
          plays += items.length;
          place = last;
          if (isEmpty) return null;
          const changes = [{ port: mediaPlayback.id, kind: 'append' as const, items }];
          return { source, task: TASK, at, fills: [], changes, cursor: last === null ? DONE : `at ${last}` };
        });
        await setImmediate();
      }
      if (plays > 0) log.info(`${plays} stored plays of ${source} were counted`);
    } catch (error) {
      log.warn(`stored plays of ${source} are not counted yet`, { error: messageOf(error) });
    }
  }
}

/** The key after which it goes on; null: it has come to the end. */
async function placeOf(cache: Pick<Cache, 'cursor'>, source: string): Promise<string | null> {
  const cursor = await cache.cursor(source, TASK);
  return cursor === DONE ? null : (cursor?.slice('at '.length) ?? '');
}
