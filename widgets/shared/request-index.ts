/** Which request a work was asked for with. Pure; building is linear in the requests, finding takes a handful of look-ups. */
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

const copy = (is4k: boolean): string => (is4k ? '4k' : 'hd');

/** Everything that a request may be asked for by, from "this copy of this season" to "the work". */
function facetsOf(request: Request): readonly string[] {
  const seasons = (request.seasons ?? []).map((season) => `s${season}`);
  const kind = copy(request.is4k);
  return ['', kind, ...seasons, ...seasons.map((season) => `${kind}${season}`)];
}

/** The same, narrowest first. */
function wantedFacets(work: Work): readonly string[] {
  const season = work.season === undefined ? undefined : `s${work.season}`;
  const kind = work.is4k === undefined ? undefined : copy(work.is4k);
  const both = season === undefined || kind === undefined ? undefined : `${kind}${season}`;
  return [both, kind, season, ''].filter((facet) => facet !== undefined);
}

export function indexRequests(requests: readonly Request[]): RequestIndex {
  const works = new Map<string, Request>();
  const downloads = new Map<string, Request>();
  const titles = new Map<string, Request>();
  const titleKey = (title: string, isShow: boolean) => `${isShow ? 'show' : 'other'}:${title}`;

  for (const request of requests) {
    if (request.status === 'declined') continue;
    for (const id of idsOf(request))
      for (const facet of facetsOf(request)) keepNewest(works, `${id}:${facet}`, request);
    for (const key of request.downloadKeys ?? []) keepNewest(downloads, downloadKeyOf(key), request);
    keepNewest(titles, titleKey(normalTitle(request.title), request.type === 'show'), request);
  }

  return {
    ofWork(work) {
      const ids = idsOf(work);
      for (const facet of wantedFacets(work)) {
        for (const id of ids) {
          const request = works.get(`${id}:${facet}`);
          if (request !== undefined) return request;
        }
      }
      return undefined;
    },
    ofDownload: (downloadKey) => downloads.get(downloadKeyOf(downloadKey)),
    ofTitle: (title, isShow) => (title === '' ? undefined : titles.get(titleKey(title, isShow))),
  };
}

function keepNewest(index: Map<string, Request>, key: string, request: Request): void {
  const known = index.get(key);
  if (known === undefined || request.requestedAt > known.requestedAt) index.set(key, request);
}

/** Whether both are the same work, by any of their ids. */
export const isSameWork = (a: Work, b: Work): boolean =>
  a.type === b.type && ID_KINDS.some((kind) => a[kind] !== undefined && a[kind] === b[kind]);
