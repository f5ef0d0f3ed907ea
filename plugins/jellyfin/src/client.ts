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
    const { status, data } = await http.get(path, { headers, query, signal, accept: [503] });
    if (status === 503) throw fail('unreachable', 'Jellyfin is starting, or a proxy before it has no way to it');
    return parse(schema, data, `GET ${path}`);
  }

  async function info(signal: AbortSignal): Promise<up.SystemInfo> {
    const told = await get(up.SystemInfo, '/System/Info', signal);
    // Until then it answers anybody, whatever the key.
    if (told.StartupWizardCompleted !== false) return told;
    throw fail('refused', 'the set-up of Jellyfin is not finished: open it in a browser, and go through its wizard');
  }

  /** Named the same each time: a new device for each sign-in would fill the server's list of devices. */
  const asDevice = (device: string) => ({
    Authorization: `MediaBrowser Client="Sidelight", Device="Sidelight", DeviceId="${encodeURIComponent(device)}", Version="1"`,
  });

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

  const listing = ({ types, start, limit, since }: Listing) => ({
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
    info,
    /** An ordinary user's token passes every question but those that are for administrators. */
    async check(signal: AbortSignal) {
      const { ServerName, Version } = await info(signal);
      const { status } = await http.get('/Library/VirtualFolders', { headers, signal, accept: [403] });
      if (status !== 403) return { name: ServerName ?? undefined, version: Version };
      const advice = 'make a key under Dashboard > API Keys';
      throw fail('auth_failed', 'this is the token of a user who is no administrator', { advice });
    },
    async pinged(clock: { now(): Date }, signal: AbortSignal): Promise<up.Pinged> {
      const asked = clock.now().getTime();
      const told = await info(signal);
      return { info: told, pingMs: clock.now().getTime() - asked };
    },
    users: (signal: AbortSignal) => get(up.Users, '/Users', signal),
    libraries: (signal: AbortSignal) => get(up.Libraries, '/Library/VirtualFolders', signal),
    sessions: (signal: AbortSignal) => get(up.Sessions, '/Sessions', signal),
    devices: (signal: AbortSignal) => get(up.Devices, '/Devices', signal),
    jobs: (signal: AbortSignal) => get(up.Jobs, '/ScheduledTasks', signal),
    /** undefined: versions before 10.11 do not tell. */
    async storage(signal: AbortSignal): Promise<up.Storage | undefined> {
      const { status, data } = await http.get('/System/Info/Storage', { headers, signal, accept: [404] });
      return status === 404 ? undefined : parse(up.Storage, data, 'GET /System/Info/Storage');
    },
    items: (parentId: string, wanted: Listing, signal: AbortSignal) =>
      list({ parentId, ...listing(wanted), ...whole }, signal),
    /** Ids, paths and the number of versions only: some 300 bytes an item. Extras are in no library: only a listing of all has them. */
    ids: (parentId: string | undefined, wanted: Listing, signal: AbortSignal) =>
      list({ ...(parentId === undefined ? {} : { parentId }), ...listing(wanted), ...bare }, signal),
    /** The same of titles that were played: what they are, not their files. */
    titles: (ids: readonly string[], signal: AbortSignal) =>
      list({ ids: ids.join(','), fields: 'ProviderIds', enableImages: false }, signal),
    log: (since: string, start: number, limit: number, signal: AbortSignal) =>
      get(up.LogPage, '/System/ActivityLog/Entries', signal, {
        startIndex: start,
        limit,
        minDate: since,
        hasUserId: true,
      }),
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
    async signIn(name: string, password: string, device: string, signal: AbortSignal): Promise<up.SignedIn> {
      const path = '/Users/AuthenticateByName';
      const options = { headers: asDevice(device), signal, accept: [403] };
      const { status, data } = await http.post(path, { Username: name, Pw: password }, options);
      if (status === 403) throw fail('refused', 'Jellyfin does not let this account in: it is disabled, or locked out');
      return parse(up.SignedIn, data, `POST ${path}`);
    },
    hasQuickConnect: (signal: AbortSignal) => get(up.Flag, '/QuickConnect/Enabled', signal),
    async beginQuickConnect(device: string, signal: AbortSignal): Promise<up.Code> {
      const path = '/QuickConnect/Initiate';
      const { data } = await http.post(path, null, { headers: asDevice(device), signal });
      return parse(up.Code, data, `POST ${path}`);
    },
    /** null: the code is not confirmed yet. */
    async settleQuickConnect(Secret: string, device: string, signal: AbortSignal): Promise<up.SignedIn | null> {
      const options = { headers: asDevice(device), signal, accept: [404] };
      const { status, data } = await http.get('/QuickConnect/Connect', { ...options, query: { secret: Secret } });
      if (status === 404) throw fail('not_found', 'the code holds no longer');
      if (!parse(up.Code, data, 'GET /QuickConnect/Connect').Authenticated) return null;
      const path = '/Users/AuthenticateWithQuickConnect';
      const answer = await http.post(path, { Secret }, { headers: asDevice(device), signal });
      return parse(up.SignedIn, answer.data, `POST ${path}`);
    },
    async signOut(accessToken: string, signal: AbortSignal): Promise<void> {
      await http.post('/Sessions/Logout', null, { headers: token(accessToken), signal });
    },
  };
}
