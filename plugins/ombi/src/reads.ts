/** What tasks and fragments ask, as rows of the ports, and what actions need to know of them. */
import { fail, type requestAct, type Static } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import {
  movieRows,
  type RequestRow,
  refusalOf,
  showRow,
  type Target,
  targetOf,
  toIssue,
  toIssueCounts,
  toRequestCounts,
} from './map.js';
import type { Movie, Show } from './upstream.js';

/** As many of each kind as a list of a dashboard may show. */
const NEWEST = 100;

type Act = Static<typeof requestAct.input>;

export function readsOf(client: Client) {
  const rowsOf = (movies: readonly Movie[], shows: readonly Show[]): readonly RequestRow[] => [
    ...movies.flatMap(movieRows),
    ...shows.map(showRow),
  ];

  async function requests(signal: AbortSignal) {
    const [movies, shows] = await Promise.all([client.movies(signal), client.shows(signal)]);
    return rowsOf(movies, shows);
  }

  /** The pending ones are few, so they are asked for first. */
  const lists = {
    movie: [
      async (signal: AbortSignal) => (await client.pendingMovies(signal)).flatMap(movieRows),
      async (signal: AbortSignal) => (await client.movies(signal)).flatMap(movieRows),
    ],
    tv: [
      async (signal: AbortSignal) => (await client.pendingShows(signal)).map(showRow),
      async (signal: AbortSignal) => (await client.shows(signal)).map(showRow),
    ],
  };

  /** As Ombi tells it now; undefined: there is no such request. */
  async function statusOf(rowId: string, { kind }: Target, signal: AbortSignal) {
    for (const list of lists[kind]) {
      const row = (await list(signal)).find(({ id }) => id === rowId);
      if (row !== undefined) return row.status;
    }
    return undefined;
  }

  return {
    requests,
    async newestRequests(signal: AbortSignal) {
      const [movies, shows] = await Promise.all([
        client.newestMovies(NEWEST, signal),
        client.newestShows(NEWEST, signal),
      ]);
      return rowsOf(movies, shows);
    },
    requestCounts: async (signal: AbortSignal) => [toRequestCounts(await client.requestCount(signal))],
    issues: async (signal: AbortSignal) => (await client.issues(signal)).map(toIssue),
    issueCounts: async (signal: AbortSignal) => [toIssueCounts(await client.issueCount(signal))],

    async refusal({ requestId, action }: Act, signal: AbortSignal): Promise<string | undefined> {
      if (action === 'retry') return 'Ombi does not tell which requests have failed: retry it there';
      return refusalOf(await statusOf(requestId, targetOf(requestId), signal));
    },

    async act({ requestId, action }: Act, signal: AbortSignal): Promise<void> {
      const target = targetOf(requestId);
      const isKnown = await client.decide(target, action === 'approve' ? 'approve' : 'deny', signal);
      if (isKnown) return;
      const status = await statusOf(requestId, target, signal);
      const isDone = action === 'approve' ? status !== 'pending' && status !== 'declined' : status === 'declined';
      if (!isDone) throw fail('unreachable', 'Ombi failed and changed nothing: try again');
    },
  };
}
