/** What can go wrong with a call becomes one of the contract's errors: here, once. */
import { fail, IntegrationError } from '../errors.js';
import type { HttpAnswer } from '../http.js';
import { axios } from './axios.js';
import { redact } from './errors.js';

export interface Call {
  readonly method: string;
  /** Whole. */
  readonly url: string;
  /** Below the base URL. */
  readonly path: string;
  readonly maxBytes: number;
  /** `maxBytes` is what this one call takes, whatever the integration's limit. */
  readonly isOwnLimit: boolean;
  readonly secrets: readonly string[];
}

/** Without its query, which may hold a token. Of a call to the base URL itself the path is that of the base URL. */
export const nameOf = ({ method, url, path }: Call): string =>
  `${method} ${(path.split('?')[0] || (URL.canParse(url) ? new URL(url).pathname : '')) ?? ''}`;

/** The cause is left out on purpose: it carries headers, and with them the credentials. */
const redacted = ({ code, message, advice, unanswered }: IntegrationError, { secrets }: Call): IntegrationError =>
  new IntegrationError(code, redact(message, secrets), {
    advice: advice === undefined ? undefined : redact(advice, secrets),
    unanswered,
  });

export const statusError = (call: Call, answer: HttpAnswer): IntegrationError =>
  redacted(mapStatus(call, answer), call);

export const brokenError = (error: unknown, call: Call): IntegrationError => redacted(mapBroken(error, call), call);

/** Of a WebSocket. */
export const lostError = (error: Error, call: Call): IntegrationError => redacted(cutOff(error, call), call);

function mapStatus(call: Call, { status, headers }: HttpAnswer): IntegrationError {
  const name = nameOf(call);
  if (status === 401 || status === 403) {
    return fail('auth_failed', `${name} answered ${status}: the server rejected the API key or password`);
  }
  if (status === 404) {
    return fail('not_found', `${name} answered 404`, { advice: 'not found, or the url lacks a base path' });
  }
  if (status === 400 || status === 409 || status === 422) return fail('refused', `${name} was refused with ${status}`);
  if (status >= 300 && status < 400) {
    const { location } = headers;
    return fail('bad_response', `${name} redirects${target(location)}`, { advice: redirectAdvice(call, location) });
  }
  if (status >= 500 || status === 429) {
    // A proxy says with 504 that the upstream has not answered it in time.
    return fail('unreachable', `${name} answered ${status}`, { unanswered: status === 504 });
  }
  return fail('bad_response', `${name} answered ${status}`);
}

/** " to http://host/path", without a query, which may hold a token. */
const target = (location: string | undefined): string =>
  location === undefined ? '' : ` to ${location.split('?')[0]}`;

/** Where programs send those who ask beside their base path: to a page of theirs, or to their API. */
const OWN_PATH = /\/(?:web|api|index\.html)(?:\/.*)?$|\/+$/i;
const SIGN_IN = /\/(?:login|signin|sign-in|auth)(?:[/.]|$)/i;

/** Which url was meant: the base path alone, whatever page the redirect leads to. */
function redirectAdvice({ url, path }: Call, location = ''): string | undefined {
  if (!URL.canParse(location, url)) return undefined;
  const { origin, hostname, pathname } = new URL(location, url);
  const asked = path.split('?', 1).join();
  const isSamePlace = asked !== '' && pathname.endsWith(asked);
  if (!isSamePlace && (SIGN_IN.test(pathname) || hostname !== new URL(url).hostname)) {
    return 'there seems to be a sign-in page in front: use an address that leads to the program itself';
  }
  const base = origin + (isSamePlace ? pathname.slice(0, -asked.length) : pathname.replace(OWN_PATH, ''));
  const isKnown = base.toLowerCase() === url.slice(0, url.length - path.length).toLowerCase();
  return isKnown ? 'this is not an address of its API' : `use ${base} as url`;
}

/** To whoever gets more than the limit of an integration. */
export const RAISE = 'if this is intended, raise maxBodyMb of this integration';

const BROKEN: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address',
  ENOTFOUND: 'this host name is unknown',
  EAI_AGAIN: 'this host name cannot be looked up right now',
  ECONNRESET: 'the connection was cut off',
  /** Axios says so of a body that ends before it is whole. */
  ERR_BAD_RESPONSE: 'the connection was cut off in the middle of the answer',
  /** And zlib of one that is packed. */
  Z_BUF_ERROR: 'the connection was cut off in the middle of the answer',
  EHOSTUNREACH: 'there is no route to this host',
  ENETUNREACH: 'there is no route to this network',
  ECONNABORTED: 'no answer in time',
  ETIMEDOUT: 'no answer in time',
  ERR_CANCELED: 'no answer in time',
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: 'a message is larger than the limit',
  EPROTO: 'this address does not speak TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

/** The time ran out, so the upstream may still be at it. One that cuts the connection off has failed. */
const UNANSWERED: ReadonlySet<string> = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ERR_CANCELED']);

const UNVERIFIED = 'set verifyTls to false if this is intended';
const ADVICE: Readonly<Record<string, string>> = {
  EPROTO: 'is it http instead of https?',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNVERIFIED,
  SELF_SIGNED_CERT_IN_CHAIN: UNVERIFIED,
};

function mapBroken(error: unknown, call: Call): IntegrationError {
  if (error instanceof IntegrationError) return error;
  if (!axios.isAxiosError(error)) return fail('unreachable', String(error));
  if (/maxContentLength/.test(error.message)) {
    const advice = call.isOwnLimit ? undefined : RAISE;
    return fail('bad_response', `${nameOf(call)} answered with more than ${sizeOf(call.maxBytes)}`, { advice });
  }
  return cutOff(error, call);
}

function cutOff({ code = '', message }: NodeJS.ErrnoException, call: Call): IntegrationError {
  const host = URL.canParse(call.url) ? ` at ${new URL(call.url).host}` : '';
  const broken = BROKEN[code] ?? (code || message);
  return fail('unreachable', `${nameOf(call)}${host}: ${broken}`, {
    advice: ADVICE[code],
    unanswered: UNANSWERED.has(code),
  });
}

const sizeOf = (bytes: number): string => (bytes < 1_000_000 ? `${bytes / 1000} kB` : `${bytes / 1_000_000} MB`);
