/** The calls of Lidarr's API that are needed beside those that all managers share. */
import { type Client as Api, grabbedSince, type Window, wholeList } from '@sidelight/servarr';
import * as up from './upstream.js';

/** The list of all albums is by far the largest answer: what else is asked for brings its own album along. */
const NAMES = { includeArtist: true, includeAlbum: true };

export const createClient = (api: Api) => ({
  ...api,

  albums: (signal: AbortSignal) => api.list(up.Albums, '/album', signal),

  queue: (signal: AbortSignal) =>
    wholeList('GET /queue', (paging) =>
      api.get(up.QueuePage, '/queue', signal, { ...paging, ...NAMES, includeUnknownArtistItems: true }),
    ),

  calendar: (window: Window, signal: AbortSignal) =>
    api.get(up.Albums, '/calendar', signal, { ...window, unmonitored: false, includeArtist: true }),

  grabbed: (since: string, signal: AbortSignal) =>
    api.list(up.History, '/history/since', signal, { ...grabbedSince(since), ...NAMES }),
});
