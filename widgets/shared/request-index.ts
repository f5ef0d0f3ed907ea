/**
 * Which request a work was asked for with. Pure; building is linear in the requests, finding looks only at the few
 * requests for the same work.
 */
import type { requestItems } from '@sidelight/plugin-api';
import { downloadKeyOf } from './release-index.js';
import { normalTitle } from './release-name.js';
import type { RowOf } from './rows.js';

export type Request = RowOf<typeof requestItems>;
export type RequestType = Request['type'];

/** What is known of something that may have been requested. */
export interface Work {
  readonly type: RequestType;
  readonly mediaItemId?: string | undefined;
  readonly tvdb?: string | undefined;
  readonly tmdb?: string | undefined;
  readonly imdb?: string | undefined;
  readonly season?: number | undefined;
  readonly is4k?: boolean | undefined;
}

export interface RequestIndex {
  /** By the work's ids: of the same resolution class, then with the season, then the newest. */
  ofWork(work: Work): Request | undefined;
  /** By what the request manager itself says that it downloads. */
  ofDownload(downloadKey: string): Request | undefined;
  /** By an equal title: a guess. */
  ofTitle(title: string, isShow: boolean): Request | undefined;
}

const ID_KINDS = ['mediaItemId', 'tvdb', 'tmdb', 'imdb'] as const;

/** Numbers of the public databases are unique within a type only. */
const idsOf = (work: Work): readonly string[] =>
  ID_KINDS.flatMap((kind) => {
    const id = work[kind];
    return id === undefined ? [] : [`${work.type}:${kind}:${id}`];
  });

/** How well a request fits, among those for the same work: the copy counts more than the season. */
function fitness(request: Request, { is4k, season }: Work): number {
  const isCopy = is4k !== undefined && request.is4k === is4k;
  const isSeason = season !== undefined && (request.seasons?.includes(season) ?? false);
  return (isCopy ? 2 : 0) + (isSeason ? 1 : 0);
}

/** One without a time is the oldest. */
const isNewer = (a: Request, b: Request): boolean => (a.requestedAt ?? '') > (b.requestedAt ?? '');

function isBetter(request: Request, than: Request | undefined, work: Work): boolean {
  if (than === undefined) return true;
  const difference = fitness(request, work) - fitness(than, work);
  return difference > 0 || (difference === 0 && isNewer(request, than));
}

export function indexRequests(requests: readonly Request[]): RequestIndex {
  const works = new Map<string, Request[]>();
  const downloads = new Map<string, Request>();
  let titles: ReadonlyMap<string, Request> | undefined;

  for (const request of requests) {
    if (isDeclined(request)) continue;
    for (const id of idsOf(request)) keepAll(works, id, request);
    for (const key of request.downloadKeys ?? []) keepNewest(downloads, downloadKeyOf(key), request);
  }

  return {
    ofWork(work) {
      let best: Request | undefined;
      for (const id of idsOf(work)) {
        for (const request of works.get(id) ?? []) if (isBetter(request, best, work)) best = request;
      }
      return best;
    },
    ofDownload: (downloadKey) => downloads.get(downloadKeyOf(downloadKey)),
    ofTitle(title, isShow) {
      // Most households never need it: everything is known by its ids.
      titles ??= indexTitles(requests);
      return title === '' ? undefined : titles.get(titleKey(title, isShow));
    },
  };
}

const titleKey = (title: string, isShow: boolean): string => `${isShow ? 'show' : 'other'}:${title}`;

function indexTitles(requests: readonly Request[]): ReadonlyMap<string, Request> {
  const titles = new Map<string, Request>();
  for (const request of requests) {
    if (isDeclined(request)) continue;
    keepNewest(titles, titleKey(normalTitle(request.title), request.type === 'show'), request);
  }
  return titles;
}

const isDeclined = (request: Request): boolean => request.status === 'declined';

function keepAll(index: Map<string, Request[]>, key: string, request: Request): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [request]);
  else known.push(request);
}

function keepNewest(index: Map<string, Request>, key: string, request: Request): void {
  const known = index.get(key);
  if (known === undefined || isNewer(request, known)) index.set(key, request);
}

/** Whether both are the same work, by any of their ids. */
export const isSameWork = (a: Work, b: Work): boolean =>
  a.type === b.type && ID_KINDS.some((kind) => a[kind] !== undefined && a[kind] === b[kind]);
