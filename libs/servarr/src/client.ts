/** The API that the managers of the family share: a key in a header, one status, paged lists. */
import {
  fail,
  type Health,
  type HttpOptions,
  IMAGE_BYTES,
  type Image,
  imageIn,
  type PluginContext,
  parse,
  type Recognition,
  type Static,
  type TSchema,
} from '@sidelight/plugin-api';
import { Disks, HealthChecks, ScheduledTasks, Status } from './upstream.js';

/** Lists of a whole library are one answer of some kilobytes a title, and a busy manager takes its time over them. */
const LISTING_MS = 60_000;
/** For the `maxBodyBytes` of a manager with a library. */
export const LISTING_BYTES = 40_000_000;
const PAGE = 1000;
/** Only what `imageAt` gives: a name comes from outside, and the key would go along to any path. */
const PICTURE = /^(\/api\/v[13]\/mediacover(?:\/album)?\/\d+\/(?:poster|cover))\.jpg$/;

export interface Api {
  /** As it calls itself in its status: "Sonarr" */
  readonly app: string;
  readonly version: 'v1' | 'v3';
}

/** All of them answer /ping alike and refuse the rest without a word; the page to sign in is open, and has the name. */
export const loginPageOf = (app: string): Recognition => ({
  get: '/login',
  is: ({ data }) => String(data).includes(`<title>Login - ${app}</title>`),
});

type Context = Pick<PluginContext<{ readonly apiKey: string }>, 'http' | 'config'>;
type Params = Readonly<Record<string, string | number | boolean>>;

export type Client = ReturnType<typeof connect>;

export function connect({ http, config }: Context, { app, version }: Api) {
  const headers = { 'X-Api-Key': config.apiKey };
  const timeoutMs = Math.max(http.timeoutMs, LISTING_MS);

  async function ask<S extends TSchema>(schema: S, path: string, options: HttpOptions): Promise<Static<S>> {
    const { data } = await http.get(`/api/${version}${path}`, { headers, schema, ...options });
    return parse(schema, data, `GET ${path}`);
  }

  const get = <S extends TSchema>(schema: S, path: string, signal: AbortSignal, query: Params = {}) =>
    ask(schema, path, { signal, query });

  return {
    get,

    /** A whole library, or months of history. */
    list: <S extends TSchema>(schema: S, path: string, signal: AbortSignal, query: Params = {}) =>
      ask(schema, path, { timeoutMs, signal, query }),

    async check(signal: AbortSignal): Promise<Health> {
      const status = await get(Status, '/system/status', signal);
      if (status.appName !== app) throw fail('bad_response', `this is ${status.appName}, not ${app}: check the url`);
      return { name: status.instanceName || app, version: status.version };
    },

    health: (signal: AbortSignal) => get(HealthChecks, '/health', signal),
    scheduled: (signal: AbortSignal) => get(ScheduledTasks, '/system/task', signal),
    disks: (signal: AbortSignal) => get(Disks, '/diskspace', signal),

    /** The cover that a title calls so, in the smaller of the sizes that managers keep; where they keep none, as it is. */
    async image(name: string, signal: AbortSignal): Promise<Image> {
      const [, path] = PICTURE.exec(name) ?? [];
      if (path === undefined) throw fail('not_found', 'this is not a valid picture name');
      const answer = await http.get(`${path}-500.jpg`, { headers, as: 'bytes', maxBytes: IMAGE_BYTES, signal });
      const image = imageIn(answer);
      if (image === undefined) throw fail('bad_response', `GET ${path}-500.jpg did not answer with a picture`);
      return image;
    },

    async send(method: 'POST' | 'DELETE', path: string, body: unknown, options: HttpOptions): Promise<void> {
      await http.request(method, `/api/${version}${path}`, body, { headers, ...options });
    },
  };
}

interface Page<T> {
  readonly totalRecords: number;
  readonly records: readonly T[];
}

/**
 * All records of a paged list.
 * @param what names the list in the error: "GET /queue"
 * @throws bad_response when a page brings nothing new although more was announced
 */
export async function wholeList<T extends { readonly id: number }>(
  what: string,
  read: (paging: { readonly page: number; readonly pageSize: number }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const records = new Map<number, T>();
  for (let page = 1; ; page++) {
    const before = records.size;
    const answer = await read({ page, pageSize: PAGE });
    for (const record of answer.records) records.set(record.id, record);
    if (records.size >= answer.totalRecords) return [...records.values()];
    // Past its end a list repeats its last page, so that only what is new counts.
    if (records.size === before) {
      throw fail('bad_response', `${what} listed ${records.size} of ${answer.totalRecords} records`);
    }
  }
}
