/** Downloads, the releases that they are, the requests that they came from: by keys and ids; by title only as the last resort. Pure. */
import {
  type Answers,
  cached,
  type Identity,
  isSameWork,
  joinOf,
  newestFirst,
  type People,
  releaseGrabs,
  requestItems,
} from '@sidelight/plugin-api';
import { byState, type Download, labelOf, progressOf, queueRead } from './downloads.js';
import { entityId, int, oneOf, text, titled } from './fields.js';
import { type Hit, hitFacts, hitField, hitFinder, hitsRead } from './hits.js';
import { downloadKeyOf, type Queued, reasonOf, releaseQueueRead, unseenReleases } from './managed.js';
import { normalTitle, readReleaseName } from './release-name.js';
import { globalId, type RowOf } from './rows.js';

export const stitchReads = {
  queue: queueRead,
  releases: releaseQueueRead,
  // Far more than two months of grabs in a busy household: a bound on memory, not on the join.
  grabs: cached(releaseGrabs, { newest: 20_000 }),
  requests: cached(requestItems),
  hits: hitsRead,
};

export type Request = RowOf<typeof requestItems>;
/** What whoever asked for it is called. */
export const requesterOf = ({ source, requestedBy }: Request, people: People): string =>
  people.of({ source, name: requestedBy }).name;

/** What a manager's queue and its history both tell. */
type KnownRelease = Queued | RowOf<typeof releaseGrabs>;

/** How the request was found. `none`: nobody asked for it, as far as is known. */
export type MatchedBy = 'ids' | 'download' | 'title' | 'none';

export interface Stitched {
  /** As its client tells it; of what no client here tells of, as its manager does. */
  readonly download: Download;
  readonly release: KnownRelease | undefined;
  /** In the queue of its manager. */
  readonly queued: Queued | undefined;
  readonly request: Request | undefined;
  readonly matchedBy: MatchedBy;
  /** The announcement of this release before it was added. */
  readonly hit: Hit | undefined;
}

/** A work, and which part or copy of it is meant. */
export interface Wanted extends Identity {
  readonly season?: number | undefined;
  readonly is4k?: boolean | undefined;
}

/** What the clients tell of, then what managers alone know. */
export function stitch(answers: Answers<typeof stitchReads>): readonly Stitched[] {
  const { queue, releases, grabs, requests, hits } = answers;
  const known = byDownload<KnownRelease>(releases.items, grabs.items);
  const managed = byDownload<Queued>(releases.items);
  const requestOf = requestFinder(requests.items);
  const hitOf = hitFinder(hits.items);
  const told = queue.items.map((download) => {
    const key = downloadKeyOf(download.downloadKey);
    const release = known.get(key);
    return { download, release, queued: managed.get(key), hit: hitOf(download), ...requestOf(download, release) };
  });
  const unseen = unseenReleases(releases.items, queue.items).map((queued) => {
    const download = asDownload(queued);
    const release = known.get(downloadKeyOf(download.downloadKey)) ?? queued;
    return { download, release, queued, hit: hitOf(download), ...requestOf(download, release) };
  });
  return [...told, ...unseen];
}

/** As its client would tell it, as far as its manager knows. */
export function asDownload(queued: Queued): Download {
  const { source, id, downloadKey = '', release, title, sizeBytes = 0 } = queued;
  const state = clientState(queued);
  const left = queued.leftBytes ?? sizeBytes;
  const reason = reasonOf(queued);
  return {
    source,
    id,
    downloadKey,
    name: release ?? title,
    state,
    sizeBytes,
    leftBytes: state === 'completed' ? 0 : left,
    downBps: 0,
    upBps: 0,
    ...(reason === undefined ? {} : { reason }),
  };
}

function clientState({ state, warnings = [] }: Queued): Download['state'] {
  if (state === 'blocked' || state === 'importing' || state === 'imported') return 'completed';
  return state === 'failed' || warnings.length === 0 ? state : 'stalled';
}

/** What a manager says counts more than what its client does: a blocked import may well be seeding. */
const SPEAKS: ReadonlySet<string> = new Set(['blocked', 'failed', 'importing']);

export function stateOf({ download, queued }: Stitched): string {
  if (queued?.delayed === true) return 'delayed';
  return queued !== undefined && SPEAKS.has(queued.state) ? queued.state : download.state;
}

/** Why it is not as it should be; empty while there is nothing to say. */
const messageOf = ({ download, queued }: Stitched): string =>
  (queued === undefined ? undefined : reasonOf(queued)) ?? download.reason ?? '';

/** As downloads are sorted, with blocked imports among what is stuck. */
export const byStitchedState = (a: Stitched, b: Stitched): number => byState(sortable(a), sortable(b));

const sortable = (link: Stitched): Download =>
  stateOf(link) === 'blocked' ? { ...link.download, state: 'stalled' } : link.download;

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
  return found.toSorted((a, b) => byState(a.download, b.download))[0];
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

const hasIds = (release: KnownRelease | undefined): release is KnownRelease =>
  release !== undefined && (release.tmdb ?? release.tvdb ?? release.imdb) !== undefined;

/** The queue knows best; the history keeps what has left it, and what the queue has no ids for. */
function byDownload<R extends KnownRelease>(...newestFirst: readonly (readonly R[])[]): ReadonlyMap<string, R> {
  const index = new Map<string, R>();
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

/** What is told of an item of the queue, wherever it is listed. */
export const linkFields = {
  id: entityId(['download', 'release']),
  name: text(),
  state: text('From its client; blocked, failed, importing or delayed from its manager'),
  message: text('The problem reported by its manager or client; empty if there is none'),
  progress: int('0 to 100, floored'),
  client: text('The integration: the manager, if no connected client has it'),
  matchedBy: titled('MatchedBy', oneOf('ids', 'download', 'title', 'none')),
  hit: hitField,
};

export function linkFacts(link: Stitched) {
  const { download, matchedBy, hit } = link;
  const state = stateOf(link);
  return {
    id: globalId(download.source, download.id),
    name: download.name,
    state,
    message: messageOf(link),
    progress: progressOf(download),
    client: download.source,
    matchedBy,
    hit: hitFacts(hit),
    label: state === download.state ? labelOf(download) : state,
  };
}
