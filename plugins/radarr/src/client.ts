/** The calls of Radarr's API that are needed beside those that all managers share. */
import { type Client as Api, grabbedSince, type Window, wholeList } from '@sidelight/servarr';
import * as up from './upstream.js';

export const createClient = (api: Api) => ({
  ...api,

  movies: (signal: AbortSignal) => api.list(up.Movies, '/movie', signal, { excludeLocalCovers: true }),
  movie: (id: number, signal: AbortSignal) => api.get(up.Movie, `/movie/${id}`, signal),

  /** Without the movie of each record, which would make it ten times as large. */
  queue: (signal: AbortSignal) =>
    wholeList('GET /queue', (paging) =>
      api.get(up.QueuePage, '/queue', signal, { ...paging, includeUnknownMovieItems: true }),
    ),

  /** Movies that have any of their dates within the window. */
  calendar: (window: Window, signal: AbortSignal) =>
    api.get(up.Movies, '/calendar', signal, { ...window, unmonitored: false }),

  grabbed: (since: string, signal: AbortSignal) => api.list(up.History, '/history/since', signal, grabbedSince(since)),
});
