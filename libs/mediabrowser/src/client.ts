/** Calls that both servers of the family take, under the same paths. What differs is in the `Dialect`. */
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

/** Answers with media sources are large, and a busy server takes its time over them. */
const LISTING_MS = 60_000;

export interface Listing {
  readonly types: readonly string[];
  readonly start: number;
  readonly limit: number;
  /** ISO: only what the server has saved since. */
  readonly since?: string | undefined;
}

export type Query = NonNullable<HttpOptions['query']>;
export type Headers = Readonly<Record<string, string>>;
export type Get = <S extends TSchema>(
  schema: S,
  path: string,
  signal: AbortSignal,
  query?: Query,
) => Promise<Static<S>>;

/** How one of the servers differs from the other. */
export interface Dialect {
  readonly title: string;
  /** Before each path. */
  readonly prefix: string;
  /** By which an API key, or a token of somebody who is signed in, is shown. */
  token(value: string): Headers;
  /** By which a sign-in names the device. */
  asDevice(device: string): Headers;
  /** An answer that is for administrators alone. */
  readonly admins: string;
  /** What to ask of titles: all that is to be known of them, or ids, paths and how many versions there are. */
  readonly fields: { readonly whole: string; readonly bare: string; readonly title: string };
  /** false: no listing tells how many versions a title has, short of naming them all. */
  readonly countsVersions: boolean;
  /** false: it is not known to list what belongs to a title and is none itself. */
  readonly listsExtras: boolean;
  users(get: Get, signal: AbortSignal): Promise<readonly up.User[]>;
  libraries(get: Get, signal: AbortSignal): Promise<readonly up.Library[]>;
  /** Another program that answers the same questions. */
  mistaken?(info: up.SystemInfo): Error | undefined;
}

export type Client = ReturnType<typeof createClient>;

export function createClient(http: PluginContext['http'], apiKey: string, dialect: Dialect) {
  const { title, prefix, fields, countsVersions, listsExtras } = dialect;
  const headers = dialect.token(apiKey);
  const listingMs = Math.max(http.timeoutMs, LISTING_MS);

  const get: Get = async (schema, path, signal, query = {}) => {
    const { status, data } = await http.get(prefix + path, { headers, query, signal, schema, accept: [503] });
    if (status === 503) throw fail('unreachable', `${title} is starting, or a proxy in front cannot reach it`);
    return parse(schema, data, `GET ${path}`);
  };

  async function info(signal: AbortSignal): Promise<up.SystemInfo> {
    const told = await get(up.SystemInfo, '/System/Info', signal);
    const mistaken = dialect.mistaken?.(told);
    if (mistaken !== undefined) throw mistaken;
    // Until then it answers anybody, whatever the key.
    if (told.StartupWizardCompleted !== false) return told;
    throw fail('refused', `the setup of ${title} is not finished: open it in a browser and complete its wizard`);
  }

  async function post(path: string, signal: AbortSignal, body: object | null = null, query: Query = {}): Promise<void> {
    await http.post(prefix + path, body, { headers, query, signal });
  }

  async function list(query: Query, signal: AbortSignal): Promise<Listed> {
    const common = { recursive: true, enableUserData: false, excludeLocationTypes: 'Virtual' };
    const { data, date } = await http.get(`${prefix}/Items`, {
      headers,
      query: { ...common, ...query },
      signal,
      schema: up.ItemPage,
      timeoutMs: listingMs,
    });
    return { ...parse(up.ItemPage, data, 'GET /Items'), ...(date === undefined ? {} : { date }) };
  }

  const listing = ({ types, start, limit, since }: Listing) => ({
    includeItemTypes: types.join(','),
    sortBy: 'DateCreated,SortName',
    sortOrder: 'Ascending',
    startIndex: start,
    limit,
    ...(since === undefined ? {} : { minDateLastSaved: since }),
  });
  const whole = { fields: fields.whole, enableImageTypes: 'Primary,Logo', imageTypeLimit: 1 };
  const bare = { fields: fields.bare, enableImages: false };
  const within = (parentId: string | undefined) => (parentId === undefined ? {} : { parentId });

  return {
    countsVersions,
    listsExtras,
    get,
    post,
    info,
    /** An ordinary user's token passes every question but those that are for administrators. */
    async check(signal: AbortSignal) {
      const { ServerName, Version } = await info(signal);
      const { status } = await http.get(prefix + dialect.admins, { headers, signal, accept: [403] });
      if (status !== 403) return { name: ServerName ?? undefined, version: Version };
      const advice = 'make a key under Dashboard > API Keys';
      throw fail('auth_failed', 'this token belongs to a user who is not an administrator', { advice });
    },
    async pinged(clock: { now(): Date }, signal: AbortSignal): Promise<up.Pinged> {
      const asked = clock.now().getTime();
      const told = await info(signal);
      return { info: told, pingMs: clock.now().getTime() - asked };
    },
    users: (signal: AbortSignal) => dialect.users(get, signal),
    libraries: (signal: AbortSignal) => dialect.libraries(get, signal),
    sessions: (signal: AbortSignal) => get(up.Sessions, '/Sessions', signal),
    devices: (signal: AbortSignal) => get(up.Devices, '/Devices', signal),
    jobs: (signal: AbortSignal) => get(up.Jobs, '/ScheduledTasks', signal),
    items: (parentId: string, wanted: Listing, signal: AbortSignal) =>
      list({ parentId, ...listing(wanted), ...whole }, signal),
    /** Some 300 bytes an item. Extras are in no library: only a listing of all has them. */
    ids: (parentId: string | undefined, wanted: Listing, signal: AbortSignal) =>
      list({ ...within(parentId), ...listing(wanted), ...bare }, signal),
    /** The same of titles that were played: what they are, not their files. */
    titles: (ids: readonly string[], signal: AbortSignal) =>
      list({ ids: ids.join(','), fields: fields.title, enableImages: false }, signal),
    theirs: (at: Date): Date => http.theirs(at),
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
      const small = `${path}&maxHeight=600&quality=90`;
      const answer = await http.get(prefix + small, { headers, as: 'bytes', maxBytes: IMAGE_BYTES, signal });
      const image = imageIn(answer);
      if (image === undefined) throw fail('bad_response', `GET ${path.split('?')[0]} did not answer with a picture`);
      return image;
    },
    async refresh(itemId: string, query: Query, signal: AbortSignal): Promise<void> {
      const path = `${prefix}/Items/${encodeURIComponent(itemId)}/Refresh`;
      const { status } = await http.post(path, null, { headers, query, signal, accept: [404] });
      if (status === 404) throw fail('not_found', `${title} has no title ${itemId} (any more)`);
    },
    async signIn(name: string, password: string, device: string, signal: AbortSignal): Promise<up.SignedIn> {
      const path = '/Users/AuthenticateByName';
      const options = { headers: dialect.asDevice(device), signal, accept: [403] };
      const { status, data } = await http.post(prefix + path, { Username: name, Pw: password }, options);
      if (status === 403) throw fail('refused', `${title} rejects this account: it is disabled or locked out`);
      return parse(up.SignedIn, data, `POST ${path}`);
    },
    async signOut(accessToken: string, signal: AbortSignal): Promise<void> {
      await http.post(`${prefix}/Sessions/Logout`, null, { headers: dialect.token(accessToken), signal });
    },
  };
}

/** A page, and when it was answered by the server's own clock. */
export type Listed = up.ItemPage & { readonly date?: string };

/** The path of a command to a session. */
export const sessionPath = (id: string, command: string): string => `/Sessions/${encodeURIComponent(id)}/${command}`;
