/**
 * Calls of Jellyfin's API. The key goes into the Authorization header alone: the older headers and the query parameter
 * are refused by version 12.
 */
import {
  fail,
  type HttpOptions,
  type Image,
  type PluginContext,
  parse,
  type Static,
  type TSchema,
} from '@sidelight/plugin-api';
import * as up from './upstream.js';

/** Answers with media sources are large, and a busy server takes its time over them. */
const LISTING_MS = 60_000;

export interface Listing {
  readonly types: readonly string[];
  readonly start: number;
  readonly limit: number;
  /** ISO: only what the server has saved since. */
  readonly since?: string | undefined;
}

type Query = NonNullable<HttpOptions['query']>;

export type Client = ReturnType<typeof createClient>;

export function createClient(http: PluginContext['http'], apiKey: string) {
  const token = (value: string) => ({ Authorization: `MediaBrowser Token="${encodeURIComponent(value)}"` });
  const headers = token(apiKey);
  const listingMs = Math.max(http.timeoutMs, LISTING_MS);

  async function get<S extends TSchema>(
    schema: S,
    path: string,
    signal: AbortSignal,
    query: Query = {},
  ): Promise<Static<S>> {
    const { data } = await http.get(path, { headers, query, signal });
    return parse(schema, data, `GET ${path}`);
  }

  async function post(path: string, signal: AbortSignal, body: object | null = null, query: Query = {}): Promise<void> {
    await http.post(path, body, { headers, query, signal });
  }

  async function list(query: Query, signal: AbortSignal): Promise<up.ItemPage> {
    const common = { recursive: true, enableUserData: false, excludeLocationTypes: 'Virtual' };
    const { data } = await http.get('/Items', {
      headers,
      query: { ...common, ...query },
      signal,
      timeoutMs: listingMs,
    });
    return parse(up.ItemPage, data, 'GET /Items');
  }

  const within = (libraryId: string, { types, start, limit, since }: Listing) => ({
    parentId: libraryId,
    includeItemTypes: types.join(','),
    sortBy: 'DateCreated,SortName',
    sortOrder: 'Ascending',
    startIndex: start,
    limit,
    ...(since === undefined ? {} : { minDateLastSaved: since }),
  });
  const whole = {
    fields: 'DateCreated,Path,ProviderIds,MediaSources',
    enableImageTypes: 'Primary,Logo',
    imageTypeLimit: 1,
  };
  const bare = { fields: 'Path,MediaSourceCount', enableImages: false };

  return {
    info: (signal: AbortSignal) => get(up.SystemInfo, '/System/Info', signal),
    users: (signal: AbortSignal) => get(up.Users, '/Users', signal),
    libraries: (signal: AbortSignal) => get(up.Libraries, '/Library/VirtualFolders', signal),
    sessions: (signal: AbortSignal) => get(up.Sessions, '/Sessions', signal),
    devices: (signal: AbortSignal) => get(up.Devices, '/Devices', signal),
    jobs: (signal: AbortSignal) => get(up.Jobs, '/ScheduledTasks', signal, { isHidden: false }),
    items: (libraryId: string, listing: Listing, signal: AbortSignal) =>
      list({ ...within(libraryId, listing), ...whole }, signal),
    /** Ids, paths and the number of versions only: some 300 bytes an item. */
    ids: (libraryId: string, listing: Listing, signal: AbortSignal) =>
      list({ ...within(libraryId, listing), ...bare }, signal),
    /** Ids that the server cannot read are left out, and with none left it lists everything: look at what comes back. */
    itemsById: (ids: readonly string[], signal: AbortSignal) => list({ ids: ids.join(','), ...whole }, signal),
    async image(path: string, signal: AbortSignal): Promise<Image> {
      const answer = await http.get(path, { headers, as: 'bytes', signal });
      const type = answer.headers['content-type'] ?? '';
      if (type.startsWith('image/')) return { type, bytes: answer.data as Uint8Array };
      throw fail('bad_response', `GET ${path.split('?')[0]} answered no picture`);
    },
    message: (sessionId: string, Text: string, signal: AbortSignal) =>
      post(`/Sessions/${encodeURIComponent(sessionId)}/Message`, signal, { Header: 'Message', Text, TimeoutMs: 8_000 }),
    stop: (sessionId: string, signal: AbortSignal) =>
      post(`/Sessions/${encodeURIComponent(sessionId)}/Playing/Stop`, signal),
    async refresh(itemId: string, query: Query, signal: AbortSignal): Promise<void> {
      const path = `/Items/${encodeURIComponent(itemId)}/Refresh`;
      const { status } = await http.post(path, null, { headers, query, signal, accept: [404] });
      if (status === 404) throw fail('not_found', `Jellyfin has no title ${itemId} (any more)`);
    },
    /** The device is named the same each time: a new one for each sign-in would fill the server's list of devices. */
    async signIn(name: string, password: string, device: string, signal: AbortSignal): Promise<up.SignedIn> {
      const client = `MediaBrowser Client="Sidelight", Device="Sidelight", DeviceId="${encodeURIComponent(device)}", Version="1"`;
      const { data } = await http.post(
        '/Users/AuthenticateByName',
        { Username: name, Pw: password },
        { headers: { Authorization: client }, signal },
      );
      return parse(up.SignedIn, data, 'POST /Users/AuthenticateByName');
    },
    async signOut(accessToken: string, signal: AbortSignal): Promise<void> {
      await http.post('/Sessions/Logout', null, { headers: token(accessToken), signal });
    },
  };
}
