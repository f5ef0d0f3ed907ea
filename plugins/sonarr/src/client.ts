/** The calls of Sonarr's API that are needed beside those that all managers share. */
import { type Client as Api, grabbedSince, type Window, wholeList } from '@sidelight/servarr';
import * as up from './upstream.js';

export const createClient = (api: Api) => ({
  ...api,

  series: (signal: AbortSignal) => api.list(up.SeriesList, '/series', signal),
  oneSeries: (id: number, signal: AbortSignal) => api.get(up.Series, `/series/${id}`, signal),

  /** Without the series of each record, which would make it ten times as large. */
  queue: (signal: AbortSignal) =>
    wholeList('GET /queue', (paging) =>
      api.get(up.QueuePage, '/queue', signal, { ...paging, includeUnknownSeriesItems: true }),
    ),

  calendar: (window: Window, signal: AbortSignal) =>
    api.get(up.Episodes, '/calendar', signal, { ...window, unmonitored: false }),

  /** With the episode, which alone tells the season. */
  grabbed: (since: string, signal: AbortSignal) =>
    api.list(up.History, '/history/since', signal, { ...grabbedSince(since), includeEpisode: true }),
});
