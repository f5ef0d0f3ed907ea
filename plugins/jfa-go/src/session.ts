/** Calls under one session: a token that lasts for twenty minutes, and a cookie that gets the next one without asking Jellyfin. */
import { fail, type HttpAnswer, type PluginContext, parse, type TSchema } from '@sidelight/plugin-api';
import { Token } from './upstream.js';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** Statuses beside 2xx that are answers. */
  readonly accept?: readonly number[];
  readonly schema?: TSchema;
}

export type Send = (call: Call, signal: AbortSignal) => Promise<HttpAnswer>;

type Context = Pick<PluginContext<Credentials>, 'http' | 'clock' | 'config'>;

/** A little less than a token lasts. */
const TOKEN_MS = 19 * 60_000;
/** Jellyfin locks accounts after a few wrong passwords: none is tried twice in a row. */
const LOGIN_PAUSE_MS = 15 * 60_000;
const LOGIN = '/token/login';
const REFRESH = '/token/refresh';

export function openSession({ http, clock, config }: Context): Send {
  const { username, password } = config;
  let token = '';
  let goodUntil = 0;
  let cookie = '';
  let refusedUntil = 0;
  let renewing: Promise<void> | undefined;
  const now = (): number => clock.now().getTime();

  function take(answer: HttpAnswer, what: string): void {
    token = parse(Token, answer.data, what).token;
    goodUntil = now() + TOKEN_MS;
    cookie = answer.cookies.join('; ') || cookie;
  }

  /** The cookie is meant for https alone, and jfa-go takes it over http all the same. False: it was refused. */
  async function refresh(signal: AbortSignal): Promise<boolean> {
    if (cookie === '') return false;
    const answer = await http.get(REFRESH, { signal, headers: { Cookie: cookie }, accept: [400, 401] });
    if (answer.status >= 400) cookie = '';
    else take(answer, `GET ${REFRESH}`);
    return cookie !== '';
  }

  async function logIn(signal: AbortSignal): Promise<void> {
    if (now() < refusedUntil) throw fail('auth_failed', WRONG, { advice: ADVICE });
    const answer = await http.get(LOGIN, { signal, basicAuth: { username, password }, accept: [401, 500] });
    if (answer.status === 500) throw fail('unreachable', answer.data === '' ? HEADERLESS : NO_JELLYFIN);
    if (answer.status === 401) {
      refusedUntil = now() + LOGIN_PAUSE_MS;
      throw fail('auth_failed', WRONG, { advice: ADVICE });
    }
    take(answer, `GET ${LOGIN}`);
  }

  /** One at a time, whoever waits for it; only a refused cookie costs a login. */
  function renew(signal: AbortSignal): Promise<void> {
    renewing ??= refresh(signal)
      .then((done) => (done ? undefined : logIn(signal)))
      .finally(() => {
        renewing = undefined;
      });
    return renewing;
  }

  const attempt = ({ method, path, body, accept = [], schema }: Call, signal: AbortSignal): Promise<HttpAnswer> =>
    http.request(method, path, body, {
      signal,
      headers: { Authorization: `Bearer ${token}` },
      accept: [401, ...accept],
      ...(schema === undefined ? {} : { schema }),
    });

  return async function send(call, signal) {
    if (now() >= goodUntil) await renew(signal);
    const first = await attempt(call, signal);
    if (first.status !== 401) return first;
    // jfa-go was started anew, and with it all that it had signed is worth nothing.
    await renew(signal);
    const second = await attempt(call, signal);
    if (second.status === 401) throw fail('auth_failed', `${call.method} ${call.path}: ${USELESS}`);
    return second;
  };
}

const WRONG = 'jfa-go does not take this username and password';
const ADVICE =
  'they are those of an administrator of Jellyfin, of an account made "accounts admin", or of its local account';
const USELESS = 'jfa-go refuses the token that it has just given';
const NO_JELLYFIN = 'jfa-go could not ask its Jellyfin about the login (500): look whether that Jellyfin runs';
const HEADERLESS =
  'jfa-go got no credentials with the login (500): look whether a proxy in front of it takes them away';
