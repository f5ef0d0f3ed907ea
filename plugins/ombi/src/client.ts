/** Calls of Ombi's API. */
import {
  fail,
  type Health,
  type PluginContext,
  parse,
  type Recognition,
  type Static,
  type TSchema,
} from '@sidelight/plugin-api';
import type { Target } from './map.js';
import * as up from './upstream.js';

const PAGE = 250;
/** Older requests and issues are left out, of films and of shows each. */
const MOST_ROWS = 10_000;
/** It reads its whole table for each page. */
const LISTING_MS = 30_000;
/** Its database may have been locked at the last step of an action. */
const FAILED = 500;

/** What anybody may ask it for. */
export const about: Recognition = {
  get: '/api/v1/Settings/about',
  is: ({ data }) => /"ombiDatabaseType":/.test(JSON.stringify(data)),
};

type Context = Pick<PluginContext<{ readonly apiKey: string }>, 'http' | 'config'>;
type Row = up.Movie | up.Show;

export type Client = ReturnType<typeof connect>;

export function connect({ http, config }: Context) {
  const headers = { ApiKey: config.apiKey };
  const timeoutMs = Math.max(http.timeoutMs, LISTING_MS);

  async function get<S extends TSchema>(
    schema: S,
    path: string,
    signal: AbortSignal,
    options: { readonly timeoutMs?: number } = {},
  ): Promise<Static<S>> {
    const { data } = await http.get(path, { headers, signal, schema, ...options });
    return parse(schema, data, `GET ${path}`);
  }

  /** The newest first. `list` is `movie` or `tv`, and its part: `movie/pending` */
  const listed = <T extends Row>(schema: TSchema, list: string, most: number, signal: AbortSignal) =>
    wholeList<T>(list, most, async (count, position) => {
      const path = `/api/v2/Requests/${list}/${count}/${position}/RequestedDate/desc`;
      return (await get(schema, path, signal, { timeoutMs })) as Page<T>;
    });

  const movies = (list: '' | '/pending', most: number, signal: AbortSignal) =>
    listed<up.Movie>(up.MoviePage, `movie${list}`, most, signal);
  const shows = (list: '' | '/pending', most: number, signal: AbortSignal) =>
    listed<up.Show>(up.ShowPage, `tv${list}`, most, signal);

  async function issuesOf(status: number, signal: AbortSignal): Promise<readonly up.Issue[]> {
    const issues: up.Issue[] = [];
    for (;;) {
      const path = `/api/v1/Issues/${PAGE}/${issues.length}/${status}`;
      const page = await get(up.Issues, path, signal, { timeoutMs });
      issues.push(...page);
      if (page.length < PAGE || issues.length >= MOST_ROWS) return issues;
    }
  }

  return {
    /** Counters of issues need the key; the version is told to anybody. */
    async check(signal: AbortSignal): Promise<Health> {
      await get(up.IssueCount, '/api/v1/Issues/count', signal);
      return { name: 'Ombi', version: await get(up.Version, '/api/v1/Status/info', signal) };
    },

    requestCount: (signal: AbortSignal) => get(up.RequestCount, '/api/v1/Request/count', signal),
    issueCount: (signal: AbortSignal) => get(up.IssueCount, '/api/v1/Issues/count', signal),

    movies: async (signal: AbortSignal) => (await movies('', MOST_ROWS, signal)).rows,
    shows: async (signal: AbortSignal) => (await shows('', MOST_ROWS, signal)).rows,

    newestMovies: (most: number, signal: AbortSignal) => newest((list) => movies(list, most, signal)),
    newestShows: (most: number, signal: AbortSignal) => newest((list) => shows(list, most, signal)),

    pendingMovies: async (signal: AbortSignal) => (await movies('/pending', MOST_ROWS, signal)).rows,
    pendingShows: async (signal: AbortSignal) => (await shows('/pending', MOST_ROWS, signal)).rows,

    /** Those of each status, as there is no list of all. */
    issues: async (signal: AbortSignal): Promise<readonly up.Issue[]> => {
      const lists = await Promise.all([0, 1, 2].map((status) => issuesOf(status, signal)));
      return [...new Map(lists.flat().map((issue) => [issue.id, issue])).values()];
    },

    /**
     * The answer is 200 however it went, or 500 although it was done.
     * @returns whether that is known
     * @throws not_found
     */
    async decide({ kind, id, is4k }: Target, verb: 'approve' | 'deny', signal: AbortSignal): Promise<boolean> {
      const path = `/api/v1/Request/${kind}/${verb}`;
      const body = {
        id,
        ...(kind === 'movie' ? { is4K: is4k } : {}),
        ...(verb === 'deny' ? { reason: '' } : {}),
      };
      const method = verb === 'deny' ? 'PUT' : 'POST';
      const { status, data } = await http.request(method, path, body, { headers, signal, accept: [FAILED] });
      if (status === FAILED) return false;
      const { isError, errorMessage } = parse(up.Outcome, data, `${method} ${path}`);
      if (!isError) return true;
      if (/does not exist/i.test(errorMessage ?? '')) throw fail('not_found', 'this request no longer exists');
      throw fail('refused', `Ombi says: ${errorMessage || 'no reason'}`);
    },
  };
}

interface Page<T> {
  readonly collection: readonly T[];
  readonly total: number;
}

interface Listed<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

/** As many, and the pending ones among those that are older. */
async function newest<T extends Row>(list: (part: '' | '/pending') => Promise<Listed<T>>): Promise<readonly T[]> {
  const { rows, total } = await list('');
  if (total <= rows.length) return rows;
  return [...new Map([...rows, ...(await list('/pending')).rows].map((row) => [row.id, row])).values()];
}

/**
 * Every row of a list, up to a bound. What is requested meanwhile moves rows on to the next page: they come twice.
 * @throws bad_response when there are fewer than the list counted at first: rows that are missing must not look deleted
 */
async function wholeList<T extends Row>(
  list: string,
  most: number,
  read: (count: number, position: number) => Promise<Page<T>>,
): Promise<Listed<T>> {
  const rows = new Map<number, T>();
  let expected = 0;
  let total = most;
  for (let position = 0; position < Math.min(most, total); position += PAGE) {
    const page = await read(Math.min(PAGE, most - position), position);
    total = page.total;
    if (position === 0) expected = Math.min(most, total);
    for (const row of page.collection) rows.set(row.id, row);
  }
  if (rows.size < expected) throw fail('bad_response', `Ombi listed ${rows.size} of ${expected} rows of ${list}`);
  return { rows: [...rows.values()], total };
}
