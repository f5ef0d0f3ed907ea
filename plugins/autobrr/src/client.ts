/** Calls of autobrr's API. One after another: a write that waits holds up every read of its database. */
import {
  codeOf,
  factOf,
  fail,
  type HttpOptions,
  type PluginContext,
  parse,
  type Recognition,
  type Static,
  type TSchema,
} from '@sidelight/plugin-api';
import { withoutAddresses } from './reason.js';
import * as up from './upstream.js';

/** As many as it gives at once. */
export const PAGE = 100;
/** Reads wait for a write that waits for the database: up to 20 s. */
const LISTING_MS = 30_000;
/** What is handed on again is answered when whoever gets it has answered. */
const PUSH_MS = 60_000;

/** Asked without a key it takes its cookie away. */
export const refusal: Recognition = {
  get: '/api/config',
  is: ({ status, cookies, headers }) =>
    status === 403 && `${cookies.join()} ${headers['set-cookie']}`.includes('autobrr_user_session='),
};

type Context = Pick<PluginContext<{ readonly apiKey: string }>, 'http' | 'config'>;

export type Client = ReturnType<typeof connect>;

export function connect({ http, config }: Context) {
  const headers = { 'X-API-Token': config.apiKey };

  /** Needs no key. Without its database autobrr knows no key at all. */
  async function ready(signal: AbortSignal): Promise<void> {
    const path = '/api/healthz/readiness';
    const { status, data } = await http.get(path, { signal, as: 'text', accept: [404] });
    if (status === 404) {
      throw fail('not_found', `GET ${path} answered 404`, { advice: basePathAdvice(String(data), http.baseUrl) });
    }
    if (String(data).trim() !== 'OK') throw fail('bad_response', `GET ${path} did not answer OK: is this autobrr?`);
  }

  async function get<S extends TSchema>(
    schema: S,
    path: string,
    signal: AbortSignal,
    options: Pick<HttpOptions, 'query' | 'timeoutMs'> = {},
  ): Promise<Static<S>> {
    try {
      const { data } = await http.get(path, { headers, signal, schema, ...options });
      return parse(schema, data, `GET ${path}`);
    } catch (error) {
      if (codeOf(error) === 'auth_failed') await ready(signal);
      throw error;
    }
  }

  return {
    async version(signal: AbortSignal): Promise<string> {
      await ready(signal);
      return (await get(up.Config, '/api/config', signal)).version.replace(/^v/, '');
    },

    /** The newest first. Never by a cursor: with one that it knows autobrr answers nothing at all. */
    releases: async (offset: number, signal: AbortSignal): Promise<readonly up.Release[]> =>
      (
        await get(up.Releases, '/api/release', signal, {
          query: { limit: PAGE, offset },
          timeoutMs: Math.max(http.timeoutMs, LISTING_MS),
        })
      ).data,

    stats: (signal: AbortSignal) => get(up.Stats, '/api/release/stats', signal),
    networks: (signal: AbortSignal) => get(up.Networks, '/api/irc', signal),
    feeds: (signal: AbortSignal) => get(up.Feeds, '/api/feeds', signal),

    /**
     * Each call hands it on once more. Of an answer that does not say what came of it nothing is known.
     * @throws refused when it was handed on and failed, not_found when something that it needs was deleted
     */
    async retry(release: number, push: number, signal: AbortSignal): Promise<void> {
      const path = `/api/release/${release}/actions/${push}/retry`;
      const timeoutMs = Math.max(http.timeoutMs, PUSH_MS);
      const answer = await http
        .post(path, undefined, { headers, signal, timeoutMs, accept: [404, 500] })
        .catch((error) => {
          if (codeOf(error) !== 'unreachable' && codeOf(error) !== 'bad_response') throw error;
          throw fail('unreachable', factOf(error), { unanswered: true });
        });
      if (answer.status < 300) return;
      const told = messageIn(answer.data);
      if (told === undefined) {
        throw fail('unreachable', `POST ${path} answered ${answer.status} without a message`, { unanswered: true });
      }
      if (answer.status === 404) throw fail('not_found', `the filter, the indexer or the release was deleted: ${told}`);
      throw fail('refused', `it was sent, and failed again: ${told}`);
    },
  };
}

function messageIn(data: unknown): string | undefined {
  try {
    return withoutAddresses(parse(up.Failure, data, 'its refusal').message);
  } catch {
    // A page of something in between: nothing of autobrr's.
    return undefined;
  }
}

/** By what it says beside its base path, and what it does not say below one that only a proxy knows. */
function basePathAdvice(page: string, baseUrl: string): string {
  const [, wanted] = /Must use base url: <a href="(\/[^"]*?)\/?"/.exec(page) ?? [];
  if (wanted !== undefined) return `put ${new URL(baseUrl).origin}${wanted} into url`;
  return new URL(baseUrl).pathname === '/'
    ? 'not found, or the url lacks a base path'
    : 'with baseUrlModeLegacy, which is the default, the base path exists behind the proxy only: leave it out of url, or give the address of the proxy';
}
