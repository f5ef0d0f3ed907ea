/** Downloads, the releases that they are, the requests that they came from: by keys and ids; by title only as the last resort. Pure. */
import {
  type Answers,
  cached,
  type Identity,
  isSameWork,
  joinOf,
  newestFirst,
  releaseGrabs,
  releaseQueue,
  requestItems,
} from '@sidelight/plugin-api';
import { byState, type Download, queueRead } from './downloads.js';
import { normalTitle, readReleaseName } from './release-name.js';
import type { RowOf } from './rows.js';

export const stitchReads = {
  queue: queueRead,
  releases: cached(releaseQueue),
  // Far more than two months of grabs in a busy household: a bound on memory, not on the join.
  grabs: cached(releaseGrabs, { newest: 20_000 }),
  requests: cached(requestItems),
};

export type Request = RowOf<typeof requestItems>;
/** What a manager's queue and its history both tell. */
type KnownRelease = RowOf<typeof releaseQueue> | RowOf<typeof releaseGrabs>;

/** How the request was found. `none`: nobody asked for it, as far as is known. */
export type MatchedBy = 'ids' | 'download' | 'title' | 'none';

export interface Stitched {
  readonly download: Download;
  readonly release: KnownRelease | undefined;
  readonly request: Request | undefined;
  readonly matchedBy: MatchedBy;
}

/** A work, and which part or copy of it is meant. */
export interface Wanted extends Identity {
  readonly season?: number | undefined;
  readonly is4k?: boolean | undefined;
}

export function stitch(answers: Answers<typeof stitchReads>): readonly Stitched[] {
  const releases = byDownload(answers.releases.items, answers.grabs.items);
  const requestOf = requestFinder(answers.requests.items);
  return answers.queue.items.map((download) => {
    const release = releases.get(downloadKeyOf(download.downloadKey));
    return { download, release, ...requestOf(download, release) };
  });
}

/** The request that a work was asked for with: of the same copy, then with the season, then the newest. */
export function requestsOf(requests: readonly Request[]): (wanted: Wanted) => Request | undefined {
  const join = joinOf(requests.filter(isUndeclined), identityOf);
  return (wanted) => join(wanted).toSorted((a, b) => fitness(b, wanted) - fitness(a, wanted) || newer(a, b))[0];
}

/** The liveliest download of a work; of an episode only one of its season, or of an unknown one. */
export function downloadOf(stitched: readonly Stitched[], work: Wanted, request: Request | undefined) {
  const found = stitched.filter(({ release, request: from, matchedBy }) => {
    if (!hasIds(release)) return from !== undefined && from === request && matchedBy !== 'title';
    const isOtherSeason = work.season !== undefined && release.season !== undefined && work.season !== release.season;
    return !isOtherSeason && isSameWork(release, work);
  });
  return found.map((link) => link.download).toSorted(byState)[0];
}

const identityOf = (request: Request): Identity => ({ ...request, ref: request.mediaItemId });

const isUndeclined = (request: Request): boolean => request.status !== 'declined';

const newer = newestFirst((request: Request) => request.requestedAt);

/** How well a request fits, among those for the same work: the copy counts more than the season. */
function fitness(request: Request, { is4k, season }: Wanted): number {
  const isCopy = is4k !== undefined && request.is4k === is4k;
  const isSeason = season !== undefined && (request.seasons?.includes(season) ?? false);
  return (isCopy ? 2 : 0) + (isSeason ? 1 : 0);
}

/** Clients and managers do not agree on the case of a hash. */
export const downloadKeyOf = (downloadKey: string): string => downloadKey.toUpperCase();

const hasIds = (release: KnownRelease | undefined): release is KnownRelease =>
  release !== undefined && (release.tmdb ?? release.tvdb ?? release.imdb) !== undefined;

/** The queue knows best; the history keeps what has left it, and what the queue has no ids for. */
function byDownload(...newestFirst: readonly (readonly KnownRelease[])[]): ReadonlyMap<string, KnownRelease> {
  const index = new Map<string, KnownRelease>();
  for (const row of newestFirst.flat()) {
    if (row.downloadKey === undefined) continue;
    const key = downloadKeyOf(row.downloadKey);
    const known = index.get(key);
    if (known === undefined || (!hasIds(known) && hasIds(row))) index.set(key, row);
  }
  return index;
}

type Found = Pick<Stitched, 'request' | 'matchedBy'>;

function requestFinder(all: readonly Request[]): (download: Download, release: KnownRelease | undefined) => Found {
  const requests = all.filter(isUndeclined).toSorted(newer);
  const ofWork = requestsOf(requests);
  const byKey = firsts(requests, ({ downloadKeys = [] }) => downloadKeys.map(downloadKeyOf));
  // Most households never need it: everything is known by its ids.
  let byTitle: ReadonlyMap<string, Request> | undefined;
  return ({ downloadKey, name }, release) => {
    const named = byKey.get(downloadKeyOf(downloadKey));
    if (hasIds(release)) {
      // Of several requests for the work, the one that names this download is meant.
      const request = named !== undefined && isSameWork(identityOf(named), release) ? named : ofWork(release);
      if (request !== undefined) return { request, matchedBy: 'ids' };
    }
    if (named !== undefined) return { request: named, matchedBy: 'download' };
    // Ids that no request has: not requested. An equal title would be another work.
    if (hasIds(release)) return { request: undefined, matchedBy: 'none' };
    const { title, isShow } = readReleaseName(name);
    byTitle ??= firsts(requests, (request) => [titleKey(normalTitle(request.title), request.type === 'show')]);
    const guess = title === '' ? undefined : byTitle.get(titleKey(title, isShow));
    return { request: guess, matchedBy: guess === undefined ? 'none' : 'title' };
  };
}

const titleKey = (title: string, isShow: boolean): string => `${isShow ? 'show' : 'other'}:${title}`;

/** The first row of each key. */
function firsts<T>(rows: readonly T[], keysOf: (row: T) => readonly string[]): ReadonlyMap<string, T> {
  return new Map(rows.toReversed().flatMap((row) => keysOf(row).map((key) => [key, row] as const)));
}
