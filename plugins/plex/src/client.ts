/** Calls of Plex' API. The token goes into its header alone: what stands in an address stands in logs. */
import {
  fail,
  type HttpOptions,
  IMAGE_BYTES,
  type Image,
  imageIn,
  type PluginContext,
  parse,
  type Static,
  type TSchema,
} from '@sidelight/plugin-api';
import * as up from './upstream.js';
import { countOf } from './values.js';

/** Listings with files are large, and a busy server takes its time over them. */
const LISTING_MS = 60_000;
/** What titles have beside what is read of them. */
const UNREAD = {
  excludeFields: 'summary,tagline',
  excludeElements:
    'Genre,Country,Role,Director,Writer,Producer,Collection,Rating,Style,Mood,Similar,Label,Chapter,Marker',
};

type Query = NonNullable<HttpOptions['query']>;

export interface Page {
  readonly start: number;
  readonly limit: number;
}

export interface Listing extends Page {
  /** As Plex numbers kinds of titles: see map-items.ts. */
  readonly type: number;
  /** Epoch seconds: only what the server has changed since. */
  readonly since?: number | undefined;
}

/** A page of a list, and how long the list is. */
export interface Paged<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

export type Client = ReturnType<typeof createClient>;

/** Where the server does not say how long the list is, it goes on after a full page. */
function paged<T>(told: { Metadata?: T[] | null; totalSize?: up.Loose }, { start, limit }: Page): Paged<T> {
  const rows = told.Metadata ?? [];
  return { rows, total: countOf(told.totalSize) ?? start + rows.length + (rows.length < limit ? 0 : 1) };
}

const pageOf = ({ start, limit }: Page) => ({ 'X-Plex-Container-Start': start, 'X-Plex-Container-Size': limit });

export function createClient(http: PluginContext['http'], token: string) {
  const headers = {
    Accept: 'application/json',
    'X-Plex-Token': token,
    'X-Plex-Product': 'Sidelight',
    'X-Plex-Client-Identifier': 'sidelight',
  };
  const listingMs = Math.max(http.timeoutMs, LISTING_MS);

  /** undefined: the status is one of those that `accept` names. */
  async function ask<S extends TSchema>(schema: S, path: string, options: HttpOptions): Promise<Static<S> | undefined> {
    const accept = [503, ...(options.accept ?? [])];
    const { status, data } = await http.get(path, { headers, schema, ...options, accept });
    if (status === 503)
      throw fail('unreachable', 'Plex is starting or busy with its database, or a proxy in front cannot reach it');
    return status >= 400 ? undefined : parse(schema, data, `GET ${path}`);
  }

  async function get<S extends TSchema>(
    schema: S,
    path: string,
    signal: AbortSignal,
    query: Query = {},
    timeoutMs = http.timeoutMs,
  ) {
    return (await ask(schema, path, { signal, query, timeoutMs })) as Static<S>;
  }

  const server = async (signal: AbortSignal): Promise<up.Server> => (await get(up.Server, '/', signal)).MediaContainer;

  async function views(query: Query, page: Page, signal: AbortSignal): Promise<Paged<up.View>> {
    const path = '/status/sessions/history/all';
    return paged((await get(up.Views, path, signal, { ...query, ...pageOf(page) })).MediaContainer, page);
  }

  return {
    headers,
    theirs: (at: Date): Date => http.theirs(at),
    /** Whoever shares the server may ask its name, but not who has accounts on it. */
    async check(signal: AbortSignal) {
      const { friendlyName, version } = await server(signal);
      const { status } = await http.get('/accounts', { headers, signal, accept: [401, 403] });
      if (status < 400) return { name: String(friendlyName ?? 'Plex'), version };
      const advice = 'sign in to Plex Web as the owner, and take the token from there';
      throw fail('auth_failed', 'this token does not belong to the owner of the server', { advice });
    },
    async pinged(clock: { now(): Date }, signal: AbortSignal): Promise<up.Pinged> {
      const asked = clock.now().getTime();
      const told = await server(signal);
      return { server: told, pingMs: clock.now().getTime() - asked };
    },
    accounts: async (signal: AbortSignal) => (await get(up.Accounts, '/accounts', signal)).MediaContainer.Account ?? [],
    sections: async (signal: AbortSignal) =>
      (await get(up.Sections, '/library/sections', signal)).MediaContainer.Directory ?? [],
    /** undefined: this version does not tell. */
    storage: async (signal: AbortSignal) =>
      (await ask(up.Providers, '/media/providers', { query: { includeStorage: 1 }, signal, accept: [404] }))
        ?.MediaContainer,
    sessions: async (signal: AbortSignal) =>
      (await get(up.Sessions, '/status/sessions', signal)).MediaContainer.Metadata ?? [],
    devices: async (signal: AbortSignal) => (await get(up.Devices, '/devices', signal)).MediaContainer.Device ?? [],
    jobs: async (signal: AbortSignal) => (await get(up.Butler, '/butler', signal)).ButlerTasks.ButlerTask ?? [],
    activities: async (signal: AbortSignal) =>
      (await get(up.Activities, '/activities', signal)).MediaContainer.Activity ?? [],
    async items(section: string, { type, since, ...page }: Listing, signal: AbortSignal): Promise<Paged<up.Item>> {
      const path = `/library/sections/${section}/all`;
      const wanted = { type, includeGuids: 1, includeCollections: 0, sort: 'addedAt:asc', 'updatedAt>>': since };
      const query = { ...wanted, ...UNREAD, ...pageOf(page) };
      return paged((await get(up.Items, path, signal, query, listingMs)).MediaContainer, page);
    },
    /** Those of these ids that there are. */
    async itemsById(ids: readonly string[], signal: AbortSignal): Promise<readonly up.Item[]> {
      const query = { includeGuids: 1, ...UNREAD };
      const options = { query, signal, timeoutMs: listingMs, accept: [404] };
      return (await ask(up.Items, `/library/metadata/${ids.join(',')}`, options))?.MediaContainer.Metadata ?? [];
    },
    /** The newest first. */
    lastViews: (limit: number, signal: AbortSignal) => views({ sort: 'viewedAt:desc' }, { start: 0, limit }, signal),
    /** The oldest first. Epoch seconds. */
    viewsSince: (since: number, page: Page, signal: AbortSignal) =>
      views({ sort: 'viewedAt:asc', 'viewedAt>': since }, page, signal),
    viewsUntil: (until: number, page: Page, signal: AbortSignal) =>
      views({ sort: 'viewedAt:asc', 'viewedAt<': until }, page, signal),
    /** In the size of a tile; as it is where the server makes none, since it has no transcoder or is busy. */
    async image(path: string, signal: AbortSignal): Promise<Image> {
      const options = {
        headers: { ...headers, Accept: 'image/*' },
        as: 'bytes',
        maxBytes: IMAGE_BYTES,
        signal,
      } as const;
      const query = { width: 400, height: 600, minSize: 1, url: path };
      const accept = [400, 404, 500, 503];
      const small = imageIn(await http.get('/photo/:/transcode', { ...options, query, accept }));
      const image = small ?? imageIn(await http.get(path, options));
      if (image === undefined) throw fail('bad_response', `GET ${path} did not answer with a picture`);
      return image;
    },
    async terminate(sessionId: string, reason: string | undefined, signal: AbortSignal): Promise<void> {
      const path = '/status/sessions/terminate';
      const options = { headers, query: { sessionId, reason }, signal, accept: [401, 403, 404] };
      const { status } = await http.get(path, options);
      if (status === 404) throw fail('not_found', 'this session has already ended');
      if (status >= 400) throw fail('refused', 'Plex stops plays only if its owner has Plex Pass');
    },
    async refresh(itemId: string, signal: AbortSignal): Promise<void> {
      const path = `/library/metadata/${encodeURIComponent(itemId)}/refresh`;
      const { status } = await http.put(path, null, { headers, signal, accept: [404] });
      if (status === 404) throw fail('not_found', `Plex no longer has the title ${itemId}`);
    },
  };
}
