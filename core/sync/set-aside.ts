/** Stored plays follow `history.ignore`: page by page, each page in one transaction with all that is derived from it. */
import { setImmediate } from 'node:timers/promises';
import { mediaPlayback } from '@sidelight/plugin-api';
import type { Batch, Cache, Change } from '../cache/cache.js';
import type { DerivationSettings } from '../derivations/derivation.js';
import { coreIgnored, type Ignoring, ignoringOf, isIgnored, withLibraries } from '../derivations/ignored.js';
import { pastOf } from '../derivations/past.js';
import type { Log } from '../ground/log.js';

/** Its cursor says what the stored plays were gone through for. */
const TASK = '@ignore';
const PLAYS_AT_ONCE = 500;

export interface SetAsideParts {
  readonly cache: Cache;
  readonly settings: DerivationSettings;
  retell(source: string, make: (at: string) => Promise<Batch>): Promise<void>;
  readonly log: Log;
}

/** @param isWanted asked before each page */
export async function setPlaysAside(parts: SetAsideParts, isWanted: () => boolean): Promise<void> {
  const { cache, settings } = parts;
  if (cache.port(mediaPlayback.id) === undefined || cache.port(coreIgnored.id) === undefined) return;
  for (const source of await cache.sources()) {
    if (!isWanted()) return;
    const ignoring = await ignoringOf(source, settings, pastOf(cache, source));
    const wanted = ignoring === null ? '' : JSON.stringify(ignoring);
    if (((await cache.cursor(source, TASK)) ?? '') !== wanted)
      await goThrough(source, ignoring, wanted, parts, isWanted);
  }
}

async function goThrough(
  source: string,
  ignoring: Ignoring | null,
  cursor: string,
  { cache, retell, log }: SetAsideParts,
  isWanted: () => boolean,
): Promise<void> {
  const batch = (at: string, changes: readonly Change[]): Batch => ({ source, task: TASK, at, fills: [], changes });
  const past = pastOf(cache, source);
  const ignored = (play: Parameters<typeof isIgnored>[0]): boolean => ignoring !== null && isIgnored(play, ignoring);
  let [aside, back] = [0, 0];

  const setAside = async (after: string, at: string) => {
    const { items, last } = await cache.page(mediaPlayback, source, after, PLAYS_AT_ONCE);
    const found = (await withLibraries(items, past)).filter(ignored);
    aside += found.length;
    // To be written is enough: what is ignored goes aside.
    return { last, batch: batch(at, found.length === 0 ? [] : [append(mediaPlayback.id, found)]) };
  };
  const bringBack = async (after: string, at: string) => {
    const { items, last } = await cache.page(coreIgnored, source, after, PLAYS_AT_ONCE);
    const found = items.filter((play) => !ignored(play));
    const keys = found.map(coreIgnored.key);
    // What was written of the same play since knows more.
    const newer = new Set((await cache.named(mediaPlayback, source, keys)).map(mediaPlayback.key));
    back += found.length;
    const remove = { port: coreIgnored.id, kind: 'patch' as const, upsert: [], remove: keys };
    const items_ = found.filter((play) => !newer.has(play.id));
    return { last, batch: batch(at, found.length === 0 ? [] : [remove, append(mediaPlayback.id, items_)]) };
  };
  for (const step of ignoring === null ? [bringBack] : [setAside, bringBack]) {
    for (let place: string | null = ''; place !== null; ) {
      if (!isWanted()) return;
      await retell(source, async (at) => {
        const { last, batch } = await step(place ?? '', at);
        place = last;
        return batch;
      });
      await setImmediate();
    }
  }
  await retell(source, async (at) => ({ ...batch(at, []), cursor }));
  if (aside > 0) log.info(`${aside} plays of ${source} no longer count`);
  if (back > 0) log.info(`${back} plays of ${source} count again`);
}

const append = (port: string, items: readonly object[]): Change => ({ port, kind: 'append', items });
