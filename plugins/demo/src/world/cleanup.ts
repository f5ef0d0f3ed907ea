/** What is tidied away: old films, and downloads that are stuck. */
import {
  type cleanupActions,
  type cleanupAttention,
  type cleanupCounts,
  type cleanupItems,
  type ItemIn,
  refTo,
} from '@sidelight/plugin-api';
import { catalogueFilm, catalogueFilms } from './catalogue.js';
import { between, chance, hex, pick } from './chance.js';
import { film, INVENTED } from './titles.js';
import { DAY, HOUR, iso, type World } from './world.js';

const COLLECTIONS = ['Watched and old', 'Never watched'] as const;
const CLEANUPS = 9;

/** Every day the next film comes to be due, twelve days ahead. */
export function cleanups(world: World): readonly ItemIn<typeof cleanupItems>[] {
  const today = Math.floor(world.now / DAY);
  const films = catalogueFilms(world);
  return Array.from({ length: CLEANUPS }, (_, index) => {
    const day = today + 1 + index;
    const number = day % films.length;
    const { id, title, sizeBytes, tmdb, tvdb, imdb } = films[number] ?? catalogueFilm(world, number);
    const collection = pick(COLLECTIONS, world.seed, 'cleanup', day);
    return {
      id: `cleanup-${number}`,
      itemId: refTo(id, world.id),
      title,
      kind: 'movie',
      collection,
      action: 'delete',
      dueAt: iso(day * DAY + 3 * HOUR),
      sizeBytes,
      ...{ tmdb, tvdb, imdb },
    };
  });
}

export function cleanupTotals(world: World): readonly ItemIn<typeof cleanupCounts>[] {
  const all = cleanups(world);
  const reclaimableBytes = all.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  return [{ collections: new Set(all.map(({ collection }) => collection)).size, reclaimableBytes }];
}

const STRIKE_EVERY = 4 * HOUR;
const STRIKES = 3;

/** A strike every four hours; the third removes the download. */
export function cleaned({ seed, now }: World, since: number): readonly ItemIn<typeof cleanupActions>[] {
  const first = Math.ceil(since / STRIKE_EVERY);
  const count = Math.max(0, Math.floor(now / STRIKE_EVERY) - first + 1);
  return Array.from({ length: count }, (_, index) => {
    const n = first + index;
    const download = Math.floor(n / STRIKES);
    const strikes = 1 + (n % STRIKES);
    const { title, tmdb, imdb } = film(download % INVENTED);
    return {
      id: `strike-${n}`,
      title,
      ...{ tmdb, imdb },
      downloadKey: hex(40, seed, 'struck', download).toUpperCase(),
      sizeBytes: Math.round(between(1e9, 14e9, seed, 'struck', download, 'size')),
      action: strikes === STRIKES ? 'removed' : 'strike',
      at: iso(n * STRIKE_EVERY),
      reason: chance(seed, 'strike', download) < 0.5 ? 'Stalled' : 'Slow',
      strikes,
    };
  });
}

const NEWEST_REMOVAL = STRIKES * STRIKE_EVERY;

/** Of the download that was removed last somebody has to look for another one. */
export const matters = (world: World): readonly ItemIn<typeof cleanupAttention>[] =>
  cleaned(world, world.now - NEWEST_REMOVAL)
    .filter(({ action }) => action === 'removed')
    .map(({ id, title, at, downloadKey }) => ({
      id: `matter-${id}`,
      title,
      text: 'No other release was searched for after its removal',
      severity: 'warn',
      at,
      downloadKey,
    }));
