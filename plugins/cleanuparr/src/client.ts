/** Calls of Cleanuparr's API. Its settings are never asked for: they answer with the key that it encrypts with. */
import {
  fail,
  type HttpOptions,
  mismatch,
  type PluginContext,
  parse,
  type Recognition,
  type Static,
  type TSchema,
} from '@sidelight/plugin-api';
import * as up from './upstream.js';

const PAGE = 100;
const DAY_HOURS = 24;
/** Older ones wait for somebody, too, but nobody looks at so many. */
const MOST_MATTERS = 100;

/** The one word, in lower case. */
export const healthy: Recognition = {
  get: '/health',
  is: ({ status, data }) => status === 200 && data === 'healthy',
};

type Context = Pick<PluginContext<{ readonly apiKey: string }>, 'http' | 'config'>;

export type Client = ReturnType<typeof connect>;

export function connect({ http, config }: Context) {
  const headers = { 'X-Api-Key': config.apiKey };

  async function get<S extends TSchema>(
    schema: S,
    path: string,
    signal: AbortSignal,
    query: NonNullable<HttpOptions['query']> = {},
  ): Promise<Static<S>> {
    const { status, data } = await http.get(path, { headers, signal, query, schema, accept: [403] });
    if (status === 403) throw refusalOf(path, data);
    return parse(schema, data, `GET ${path}`);
  }

  return {
    version: async (signal: AbortSignal) => (await get(up.Status, '/api/status', signal)).application.version,

    /** @param page from 1 */
    events: (page: number, signal: AbortSignal) => get(up.Events, '/api/events', signal, { page, pageSize: PAGE }),

    matters: async (signal: AbortSignal) =>
      (await get(up.ManualEvents, '/api/manualevents', signal, { page: 1, pageSize: MOST_MATTERS, isResolved: false }))
        .items,

    jobs: (signal: AbortSignal) => get(up.Jobs, '/api/jobs', signal),
    stats: (signal: AbortSignal) => get(up.Stats, '/api/v2/stats', signal, { hours: DAY_HOURS }),

    async trigger(job: string, signal: AbortSignal): Promise<void> {
      await http.post(`/api/jobs/${job}/trigger`, undefined, { headers, signal });
    },
  };
}

/** Before it has an account it refuses every key. */
const refusalOf = (path: string, data: unknown) =>
  mismatch(up.SetupRequired, data) === undefined && /setup/i.test(JSON.stringify(data))
    ? fail('auth_failed', `GET ${path} answered 403: Cleanuparr has no account yet`, {
        advice: 'open its pages, finish its setup, and create an API key',
      })
    : fail('auth_failed', `GET ${path} answered 403: the server rejected the API key or password`);
