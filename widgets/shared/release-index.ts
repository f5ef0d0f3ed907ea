/** From a download's key to what a release manager knows of it. Pure, linear in the rows. */
import type { releaseGrabs, releaseQueue } from '@sidelight/plugin-api';
import type { RequestType } from './request-index.js';
import type { RowOf } from './rows.js';

type Queued = RowOf<typeof releaseQueue>;
type Grab = RowOf<typeof releaseGrabs>;
/** What a manager's queue and its history both tell. */
export type KnownRelease = Queued | Grab;

/** Clients and managers do not agree on the case of a hash. */
export const downloadKeyOf = (key: string): string => key.toUpperCase();

const REQUEST_TYPE: Readonly<Record<KnownRelease['type'], RequestType>> = {
  movie: 'movie',
  episode: 'show',
  album: 'music',
  book: 'book',
  other: 'other',
};

/** Managers count episodes and albums, people ask for shows and music. */
export const requestTypeOf = (release: { readonly type: KnownRelease['type'] }): RequestType =>
  REQUEST_TYPE[release.type] ?? 'other';

export const hasWorkIds = (row: { tmdb?: string; tvdb?: string; imdb?: string }): boolean =>
  row.tmdb !== undefined || row.tvdb !== undefined || row.imdb !== undefined;

/** The queue knows best; the history keeps what has left it, and what the queue has no ids for. */
export function indexReleases(
  queue: readonly Queued[],
  grabsNewestFirst: readonly Grab[],
): ReadonlyMap<string, KnownRelease> {
  const index = new Map<string, KnownRelease>();
  for (const row of [...queue, ...grabsNewestFirst]) {
    if (row.downloadKey === undefined) continue;
    const key = downloadKeyOf(row.downloadKey);
    const known = index.get(key);
    if (known === undefined || (!hasWorkIds(known) && hasWorkIds(row))) index.set(key, row);
  }
  return index;
}
