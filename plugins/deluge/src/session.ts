/** Calls of deluge-web's JSON-RPC under one session: it logs in first, and again when the session is refused. */
import { type ErrorCode, fail, type PluginContext, parse, type TSchema, Type } from '@sidelight/plugin-api';
import { Answer, NOT_AUTHENTICATED, UNKNOWN_METHOD, Verdict } from './upstream.js';

export interface Call {
  readonly method: string;
  readonly params?: readonly unknown[];
  /** Of its result. */
  readonly schema?: TSchema;
}

export type Send = (call: Call, signal: AbortSignal) => Promise<unknown>;

/** What deluge-web answers instead of a result. */
export class DelugeError extends Error {
  readonly code: ErrorCode;
  readonly unknownMethod: boolean;

  constructor(method: string, code: number, message: string) {
    super(`Deluge does not do ${method}: ${gist(message)}`);
    this.code = code === NOT_AUTHENTICATED ? 'auth_failed' : NO_TORRENT.test(message) ? 'not_found' : 'refused';
    this.unknownMethod = code === UNKNOWN_METHOD;
  }
}

const NO_TORRENT = /\bInvalidTorrentError\b/;

/** Errors of the daemon come as a Python traceback: its last line says what is wrong. */
function gist(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  const last = lines.findLast((line) => /\w/.test(line)) ?? message;
  return last.replace(/^.*<class '[\w.]+'>: /, '');
}

type Context = Pick<PluginContext<{ readonly password: string }>, 'http' | 'config'>;

export function openSession({ http, config }: Context): Send {
  let cookie = '';
  let login: Promise<void> | undefined;

  async function call({ method, params = [], schema }: Call, signal: AbortSignal): Promise<unknown> {
    const headers = cookie === '' ? {} : { Cookie: cookie };
    const answer = await http.post(
      '/json',
      { method, params, id: 1 },
      {
        ...{ signal, headers },
        ...(schema === undefined ? {} : { schema: Type.Object({ result: schema, error: Answer.properties.error }) }),
      },
    );
    if (answer.cookies.length > 0) cookie = answer.cookies.join('; ');
    const { error, result } = parse(Answer, answer.data, method);
    if (error !== null) throw new DelugeError(method, error.code, error.message);
    return result;
  }

  async function logIn(signal: AbortSignal): Promise<void> {
    cookie = '';
    const method = 'auth.login';
    if (!parse(Verdict, await call({ method, params: [config.password] }, signal), method)) {
      throw fail('auth_failed', 'Deluge rejected this password: use the password of its web interface');
    }
  }

  async function renew(signal: AbortSignal): Promise<void> {
    login ??= logIn(signal).finally(() => {
      login = undefined;
    });
    await login;
  }

  return async function send(one, signal) {
    if (cookie === '') await renew(signal);
    try {
      return await call(one, signal);
    } catch (error) {
      if (!(error instanceof DelugeError && error.code === 'auth_failed')) throw error;
      await renew(signal);
      return await call(one, signal);
    }
  };
}
