/** Transmission's RPC: the session id that it wants to be repeated, and the calls that are needed. */
import { fail, type PluginContext, parse, type Static, type TSchema, Type } from '@sidelight/plugin-api';
import { Answer, FoundTorrents, SESSION_FIELDS, Session, TORRENT_FIELDS, type Torrent, Torrents } from './upstream.js';

interface Credentials {
  readonly username?: string;
  readonly password?: string;
}

type Context = Pick<PluginContext<Credentials>, 'http' | 'config'>;
type Arguments = Readonly<Record<string, unknown>>;

/** 409: "repeat this with the session id of my answer". */
const NEW_SESSION = 409;

export function connect({ http, config }: Context) {
  const path = rpcPath(http.baseUrl);
  const { username = '', password = '' } = config;
  let sessionId = '';

  const post = (body: object, signal: AbortSignal, schema?: TSchema) =>
    http.post(path, body, {
      signal,
      ...(schema === undefined ? {} : { schema: Type.Object({ result: Type.String(), arguments: schema }) }),
      ...(username === '' && password === '' ? {} : { basicAuth: { username, password } }),
      ...(sessionId === '' ? {} : { headers: { 'X-Transmission-Session-Id': sessionId } }),
      accept: [NEW_SESSION],
    });

  async function call(method: string, args: Arguments, signal: AbortSignal, schema?: TSchema): Promise<unknown> {
    const body = { method, arguments: args };
    let answer = await post(body, signal, schema);
    if (answer.status === NEW_SESSION) {
      sessionId = answer.headers['x-transmission-session-id'] ?? '';
      answer = await post(body, signal, schema);
    }
    if (answer.status === NEW_SESSION)
      throw fail('bad_response', `${method} keeps answering 409`, { advice: 'is this Transmission?' });
    const { result, arguments: given } = parse(Answer, answer.data, method);
    if (result !== 'success') throw fail('refused', `Transmission refused ${method}: ${result}`);
    return given;
  }

  const ask = async <S extends TSchema>(
    schema: S,
    method: string,
    args: Arguments,
    signal: AbortSignal,
  ): Promise<Static<S>> => parse(schema, await call(method, args, signal, schema), method);

  return {
    session: (signal: AbortSignal): Promise<Session> => ask(Session, 'session-get', { fields: ['version'] }, signal),

    state: (signal: AbortSignal): Promise<Session> => ask(Session, 'session-get', { fields: SESSION_FIELDS }, signal),

    torrents: async (signal: AbortSignal): Promise<readonly Torrent[]> =>
      (await ask(Torrents, 'torrent-get', { fields: TORRENT_FIELDS }, signal)).torrents,

    /** It says of every hash that it has done what it was told. */
    async has(hash: string, signal: AbortSignal): Promise<boolean> {
      const { torrents } = await ask(FoundTorrents, 'torrent-get', { ids: [hash], fields: ['hashString'] }, signal);
      return torrents.length > 0;
    },

    async pause(hash: string, paused: boolean, signal: AbortSignal): Promise<void> {
      await call(paused ? 'torrent-stop' : 'torrent-start', { ids: [hash] }, signal);
    },

    async remove(hash: string, deleteData: boolean, signal: AbortSignal): Promise<void> {
      await call('torrent-remove', { ids: [hash], 'delete-local-data': deleteData }, signal);
    },
  };
}

/**
 * The RPC's path below the url: /transmission/rpc, unless the url has a path of its own (`rpc-url`), which may be
 * given with or without `rpc` at its end.
 */
function rpcPath(url: string): string {
  const base = URL.canParse(url) ? new URL(url).pathname.replace(/\/+$/, '') : '';
  if (base === '') return '/transmission/rpc';
  return base.endsWith('/rpc') ? '' : '/rpc';
}
