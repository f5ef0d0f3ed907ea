/** The one route of Tautulli's API. The key goes into the body: an address with it would end up in the logs of proxies. */
import {
  fail,
  type IntegrationError,
  type PluginContext,
  parse,
  type Recognition,
  type Static,
  type TSchema,
  Type,
} from '@sidelight/plugin-api';
import * as up from './upstream.js';

const API = '/api/v2';
/** Whatever the page, it reads its whole history: 4 s for 100,000 plays, on a small machine. */
const HISTORY_MS = 60_000;
/** Its tables have pages of 25 rows unless they are asked for more. */
const WHOLE = { start: 0, length: 10_000 };

type Context = Pick<PluginContext<{ readonly apiKey: string }>, 'http' | 'config'>;
type Parameters = Readonly<Record<string, string | number>>;

/** Some plays, from a day on (by the zone of its machine, inclusive), the oldest first. */
export interface Page {
  readonly after?: string;
  readonly start: number;
  readonly length: number;
}

export type Client = ReturnType<typeof connect>;

/** Whoever asks for whatever gets its session. */
export const recognition: Recognition = {
  get: '/',
  is: ({ cookies }) => cookies.some((cookie) => cookie.startsWith('tautulli_session_')),
};

export function connect({ http, config }: Context) {
  async function ask<S extends TSchema>(
    schema: S,
    cmd: string,
    signal: AbortSignal,
    more: Parameters = {},
    timeoutMs = http.timeoutMs,
  ): Promise<Static<S>> {
    const body = new URLSearchParams({ apikey: config.apiKey, cmd });
    for (const [name, value] of Object.entries(more)) body.set(name, String(value));
    const { data } = await http.post(API, body, {
      ...{ signal, timeoutMs, accept: [400] },
      schema: Type.Object({ response: Type.Object({ result: Type.String(), data: schema }) }),
    });
    const { response } = parse(up.Answer, data, `POST ${API}`);
    if (response.result !== 'success') throw refusalOf(cmd, response.message ?? '');
    return parse(schema, response.data, cmd);
  }

  return {
    info: (signal: AbortSignal) => ask(up.Info, 'get_tautulli_info', signal),
    /** As it was told at its set-up, whether or not Plex answers. */
    server: (signal: AbortSignal) => ask(up.Server, 'get_server_info', signal),
    users: (signal: AbortSignal) => ask(up.Users, 'get_users', signal),
    async lastSeen(signal: AbortSignal): Promise<readonly up.Seen[]> {
      return (await ask(up.SeenTable, 'get_users_table', signal, WHOLE)).data;
    },
    /** Those of its database: `get_libraries` asks Plex, and says that there are none while Plex is away. */
    async libraries(signal: AbortSignal): Promise<readonly up.Library[]> {
      return (await ask(up.LibraryTable, 'get_libraries_table', signal, WHOLE)).data;
    },
    async sessions(signal: AbortSignal): Promise<readonly up.Session[]> {
      const { sessions } = await ask(up.Activity, 'get_activity', signal);
      // Then it answers with nothing at all, which is not "nobody watches".
      if (sessions === undefined) throw fail('unreachable', 'Plex does not answer Tautulli');
      return sessions;
    },
    /** Each play by itself, and none that goes on. */
    async plays(page: Page, signal: AbortSignal): Promise<readonly up.Play[]> {
      const order = { grouping: 0, include_activity: 0, order_column: 'date', order_dir: 'asc' };
      const wait = Math.max(http.timeoutMs, HISTORY_MS);
      return (await ask(up.History, 'get_history', signal, { ...order, ...page }, wait)).data;
    },
    newsletters: (signal: AbortSignal) => ask(up.Newsletters, 'get_newsletters', signal),
    /** What was sent, the latest first. */
    async sent(signal: AbortSignal): Promise<readonly up.Sent[]> {
      const order = { start: 0, length: 200, order_column: 'timestamp', order_dir: 'desc' };
      return (await ask(up.NewsletterLog, 'get_newsletter_log', signal, order)).data;
    },
    newsletter: (newsletter_id: number, signal: AbortSignal) =>
      ask(up.NewsletterConfig, 'get_newsletter_config', signal, { newsletter_id }),
  };
}

/** Whatever is wrong, it answers 400 and a sentence. */
function refusalOf(cmd: string, message: string): IntegrationError {
  if (/apikey/i.test(message))
    return fail('auth_failed', 'Tautulli rejected this API key', {
      advice: 'copy it from Settings > Web Interface > API Key',
    });
  if (/api not enabled/i.test(message))
    return fail('refused', 'the API of Tautulli is off', { advice: 'turn on Settings > Web Interface > Enable API' });
  return fail('bad_response', `Tautulli refuses ${cmd}`);
}
