/** qBittorrent's Web API: the session, the incremental list of torrents, and what can be done to one. */
import { codeOf, fail, type PluginContext, parse, type Static, type TSchema } from '@sidelight/plugin-api';
import { merge } from './map.js';
import {
  FoundTorrents,
  LoginAnswer,
  MainData,
  type PartialTorrents,
  type ServerState,
  Torrents,
  Version,
} from './upstream.js';

export interface Credentials {
  readonly username?: string;
  readonly password?: string;
  readonly apiKey?: string;
}

type Context = Pick<PluginContext<Credentials>, 'http' | 'clock' | 'config'>;
type Call = {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly fields?: Readonly<Record<string, string>>;
  /** Of its answer. */
  readonly schema?: TSchema;
};

/** Failed logins are counted for as long as qBittorrent runs, and five of them ban the address: so none is tried twice in a row. */
const LOGIN_PAUSE_MS = 15 * 60_000;

export function connect(ctx: Context) {
  const send = openSession(ctx);
  let rid = 0;
  let known: PartialTorrents = {};
  let server: ServerState | undefined;

  const ask = async <S extends TSchema>(schema: S, call: Call, signal: AbortSignal): Promise<Static<S>> =>
    parse(schema, await send({ ...call, schema }, signal), `GET ${call.path}`);

  const version = async (signal: AbortSignal): Promise<string> =>
    (await ask(Version, { path: '/api/v2/app/version' }, signal)).replace(/^v/, '');

  /** All torrents; only what changed since the last call is asked for. */
  async function torrents(signal: AbortSignal): Promise<Torrents> {
    const asked = rid;
    // Whatever goes wrong from here on, the next call starts over with everything.
    rid = 0;
    const path = '/api/v2/sync/maindata';
    const update = await ask(MainData, { path, fields: { rid: String(asked) } }, signal);
    if (asked === 0 && update.full_update !== true) {
      throw fail('bad_response', `GET ${path} answered with only a part of the data`);
    }
    known = merge(known, update);
    server = { ...server, ...update.server_state };
    const all = parse(Torrents, known, `GET ${path}`);
    rid = update.rid;
    return all;
  }

  return {
    version,
    torrents,

    /** The client itself comes along with its torrents. */
    async state(signal: AbortSignal) {
      if (server === undefined) await torrents(signal);
      return { ...server, version: await version(signal) };
    },

    /** It says of every hash that it has done what it was told. */
    has: async (hash: string, signal: AbortSignal): Promise<boolean> =>
      (await ask(FoundTorrents, { path: '/api/v2/torrents/info', fields: { hashes: hash } }, signal)).length > 0,

    async pause(hash: string, paused: boolean, signal: AbortSignal): Promise<void> {
      const post = (verb: string) =>
        send({ method: 'POST', path: `/api/v2/torrents/${verb}`, fields: { hashes: hash } }, signal);
      try {
        await post(paused ? 'stop' : 'start');
      } catch (error) {
        // 4.x calls it by other names.
        if (codeOf(error) !== 'not_found') throw error;
        await post(paused ? 'pause' : 'resume');
      }
    },

    async remove(hash: string, deleteData: boolean, signal: AbortSignal): Promise<void> {
      const fields = { hashes: hash, deleteFiles: String(deleteData) };
      await send({ method: 'POST', path: '/api/v2/torrents/delete', fields }, signal);
    },
  };
}

/** Sends calls under one session: it logs in when the session is refused (403), and never twice in a row. */
function openSession({ http, clock, config }: Context) {
  const { username, password, apiKey } = config;
  const origin = new URL(http.baseUrl).origin;
  let cookie = '';
  let refusal: { readonly sentence: string; readonly advice: string | undefined; readonly until: number } | undefined;
  let login: Promise<void> | undefined;

  const request = async (
    { method = 'GET', path, fields = {}, schema }: Call,
    signal: AbortSignal,
    accepted: readonly number[],
  ) => {
    const answer = await http.request(method, path, method === 'GET' ? undefined : new URLSearchParams(fields), {
      signal,
      ...(schema === undefined ? {} : { schema }),
      ...(method === 'GET' ? { query: fields } : {}),
      headers: {
        // Its protection against foreign pages wants to see its own address.
        Referer: origin,
        ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
        ...(cookie === '' ? {} : { Cookie: cookie }),
      },
      accept: accepted,
    });
    if (answer.cookies.length > 0) cookie = answer.cookies.join('; ');
    return answer;
  };

  const refuse = (sentence: string, advice?: string) => {
    refusal = { sentence, advice, until: clock.now().getTime() + LOGIN_PAUSE_MS };
    return fail('auth_failed', sentence, { advice });
  };

  const heedRefusal = () => {
    if (refusal !== undefined && clock.now().getTime() < refusal.until) {
      throw fail('auth_failed', refusal.sentence, { advice: refusal.advice });
    }
  };

  async function logIn(fields: { username: string; password: string }, signal: AbortSignal): Promise<void> {
    heedRefusal();
    cookie = '';
    const path = '/api/v2/auth/login';
    const { status, data } = await request({ method: 'POST', path, fields }, signal, [401, 403]);
    if (status === 403) throw refuse(BANNED);
    if (status === 401 || parse(LoginAnswer, data, `POST ${path}`) === 'Fails.') throw refuse(WRONG);
    refusal = undefined;
  }

  async function renew(signal: AbortSignal): Promise<void> {
    if (apiKey !== undefined) throw refuse(WRONG_KEY);
    if (username === undefined || password === undefined) throw fail('auth_failed', ANONYMOUS);
    login ??= logIn({ username, password }, signal).finally(() => {
      login = undefined;
    });
    await login;
  }

  return async function send(call: Call, signal: AbortSignal): Promise<unknown> {
    if (apiKey !== undefined) heedRefusal();
    const first = await request(call, signal, [403]);
    if (first.status !== 403) return first.data;
    await renew(signal);
    const second = await request(call, signal, [403]);
    if (second.status === 403) throw refuse(USELESS, 'does the url lead to its Web UI?');
    return second.data;
  };
}

const USELESS = 'qBittorrent refuses the session right after the login';
const WRONG_KEY = 'qBittorrent refuses this API key: make a new one under Tools > Options > Web UI';
const WRONG = 'qBittorrent does not take this username and password: compare them with Tools > Options > Web UI';
const BANNED =
  'qBittorrent has banned this address after too many failed logins: correct the password here, then wait for the ban to end or restart qBittorrent';
const ANONYMOUS = 'qBittorrent asks for credentials: set username and password, or apiKey';
