/** Calls of the API that Seerr, Jellyseerr and Overseerr share. */
import {
  codeOf,
  fail,
  type HttpOptions,
  IMAGE_BYTES,
  type Image,
  imageIn,
  type PluginContext,
  parse,
  type Recognition,
  type requestAct,
  type Static,
  type TSchema,
} from '@sidelight/plugin-api';
import { refusalOf, type Title, toTitle } from './map.js';
import * as up from './upstream.js';

const API = '/api/v1';
/** Each release manager that hangs behind Seerr holds up a list of requests for 10 s, and one of each kind may. */
const LISTING_MS = 30_000;
/** What only decorates a check is not waited for: `/status` asks GitHub, which is slow where GitHub is out of reach. */
const ASIDE_MS = 3_000;
const PAGE = 500;
const POSTER = /^\/[\w-]+\.\w+$/;
/** Of Seerr, then of Overseerr and of Jellyseerr: those take the first for a path at TMDB, which has no such thing. */
const PROXIES = ['/imageproxy/tmdb', '/imageproxy'] as const;
/** Older requests and issues are left out. */
const MOST_ROWS = 10_000;

/** What anybody may ask it for. */
export const publicSettings: Recognition = {
  get: '/api/v1/settings/public',
  is: ({ data }) => /"initialized":(true|false).*"applicationTitle":/.test(JSON.stringify(data)),
};

type Context = Pick<PluginContext<{ readonly apiKey: string }>, 'http' | 'config'>;
type Options = Pick<HttpOptions, 'query' | 'timeoutMs'>;
type Act = Static<typeof requestAct.input>;

export type Client = ReturnType<typeof connect>;

export function connect({ http, config }: Context) {
  const headers = { 'X-Api-Key': config.apiKey };
  const listing = { timeoutMs: Math.max(http.timeoutMs, LISTING_MS) };
  /** By id, as the lists told them last. */
  const statuses = new Map<string, number>();

  async function requests(signal: AbortSignal, most: number, filter: Options['query'] = {}) {
    const page = await listed('/request', most, (window) =>
      get(up.RequestPage, '/request', signal, { ...listing, query: { ...window, ...filter, sort: 'added' } }),
    );
    for (const { id, status } of page.rows) statuses.set(String(id), status);
    return page;
  }

  async function get<S extends TSchema>(
    schema: S,
    path: string,
    signal: AbortSignal,
    options: Options = {},
  ): Promise<Static<S>> {
    const url = API + path;
    const { data } = await http.get(url, { headers, signal, schema, ...options });
    return parse(schema, data, `GET ${url}`);
  }

  return {
    version: async (signal: AbortSignal) => (await get(up.Status, '/status', signal, { timeoutMs: ASIDE_MS })).version,
    applicationTitle: async (signal: AbortSignal) =>
      (await get(up.PublicSettings, '/settings/public', signal, { timeoutMs: ASIDE_MS })).applicationTitle ?? undefined,

    jobs: (signal: AbortSignal) => get(up.Jobs, '/settings/jobs', signal),
    requestCount: (signal: AbortSignal) => get(up.RequestCount, '/request/count', signal),
    issueCount: (signal: AbortSignal) => get(up.IssueCount, '/issue/count', signal),

    /** The newest first. Costs the upstream a look at every release manager: see LISTING_MS. */
    requests: async (signal: AbortSignal): Promise<readonly up.Request[]> => (await requests(signal, MOST_ROWS)).rows,

    /** As many, and the pending ones among those that are older. */
    async newestRequests(signal: AbortSignal, most: number): Promise<readonly up.Request[]> {
      const { rows, total } = await requests(signal, most);
      if (total <= rows.length) return rows;
      const pending = await requests(signal, most, { filter: 'pending' });
      return [...new Map([...rows, ...pending.rows].map((row) => [row.id, row])).values()];
    },

    /** The newest first, resolved ones included: without a filter there are open ones only. */
    issues: async (signal: AbortSignal): Promise<readonly up.Issue[]> =>
      (
        await listed('/issue', MOST_ROWS, (window) =>
          get(up.IssuePage, '/issue', signal, { ...listing, query: { ...window, filter: 'all', sort: 'added' } }),
        )
      ).rows,

    /** How many requests pass a filter; none where the version does not know the filter, nor what it tells apart. */
    async tally(filter: 'failed' | 'deleted', signal: AbortSignal): Promise<number> {
      try {
        const { pageInfo } = await get(up.AnyPage, '/request', signal, { ...listing, query: { take: 1, filter } });
        return pageInfo.results;
      } catch (error) {
        if (codeOf(error) === 'refused') return 0;
        throw error;
      }
    },

    async title(type: up.WorkType, tmdb: number, signal: AbortSignal): Promise<Title> {
      if (type === 'movie') {
        const { title, posterPath } = await get(up.Movie, `/movie/${tmdb}`, signal);
        return toTitle(title, posterPath);
      }
      const { name, posterPath } = await get(up.Show, `/tv/${tmdb}`, signal);
      return toTitle(name, posterPath);
    },

    /** As Seerr itself shows it: fetched from TMDB, and kept. Needs no key. */
    async image(name: string, signal: AbortSignal): Promise<Image> {
      if (!POSTER.test(name)) throw fail('not_found', 'this is not a valid picture name');
      for (const proxy of PROXIES) {
        const options = { as: 'bytes', maxBytes: IMAGE_BYTES, accept: [400, 404, 500], signal } as const;
        const image = imageIn(await http.get(`${proxy}/t/p/w342${name}`, options));
        if (image !== undefined) return image;
      }
      throw fail('not_found', 'Seerr has no such picture, or cannot reach TMDB');
    },

    /** By what the request says of itself, else by what the lists told of it. */
    async refusal({ requestId, action }: Act, signal: AbortSignal): Promise<string | undefined> {
      const url = `${API}/request/${requestId}`;
      const { status, data } = await http.get(url, { headers, signal, accept: [404] });
      return refusalOf(action, status === 404 ? statuses.get(requestId) : parse(up.ActedOn, data, `GET ${url}`).status);
    },

    async act({ requestId, action }: Act, signal: AbortSignal): Promise<void> {
      const url = `${API}/request/${requestId}/${action}`;
      const { status, data } = await http.post(url, null, {
        headers,
        signal,
        accept: [404, 409],
      });
      if (status === 404) throw gone(requestId);
      if (status === 409) throw fail('refused', parse(up.Refusal, data, `POST ${url}`).message);
      parse(up.ActedOn, data, `POST ${url}`);
    },
  };
}

const gone = (id: string) => fail('not_found', `the request ${id} no longer exists`);

interface Page<Row> {
  readonly pageInfo: { readonly results: number };
  readonly results: readonly Row[];
}

/**
 * Every row of a list, up to a bound, and how many there are in all. What is requested meanwhile moves rows on to the next page: they come twice.
 * @throws bad_response when there are fewer than the list counted at first: rows that are missing must not look deleted
 */
async function listed<Row extends { readonly id: number }>(
  path: string,
  most: number,
  read: (window: { readonly take: number; readonly skip: number }) => Promise<Page<Row>>,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const rows = new Map<number, Row>();
  let expected: number | undefined;
  let total = most;
  for (let skip = 0; skip < Math.min(most, total); skip += PAGE) {
    const { pageInfo, results } = await read({ take: Math.min(PAGE, most - skip), skip });
    total = pageInfo.results;
    expected ??= Math.min(most, total);
    for (const row of results) rows.set(row.id, row);
  }
  if (expected !== undefined && rows.size < expected) {
    throw fail('bad_response', `GET ${API}${path} listed ${rows.size} of ${expected} rows`);
  }
  return { rows: [...rows.values()], total };
}
