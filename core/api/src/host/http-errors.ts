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
  readonly secrets: readonly string[];
}

/** Without its query, which may hold a token. Of a call to the base URL itself the path is that of the base URL. */
const nameOf = ({ method, url, path }: Call): string =>
  `${method} ${(path.split('?')[0] || (URL.canParse(url) ? new URL(url).pathname : '')) ?? ''}`;

/** The cause is left out on purpose: it carries headers, and with them the credentials. */
const redacted = ({ code, message, advice }: IntegrationError, { secrets }: Call): IntegrationError =>
  new IntegrationError(code, redact(message, secrets), advice === undefined ? {} : { advice: redact(advice, secrets) });

export const statusError = (call: Call, answer: HttpAnswer): IntegrationError =>
  redacted(mapStatus(nameOf(call), answer), call);

export const brokenError = (error: unknown, call: Call): IntegrationError => redacted(mapBroken(error, call), call);

function mapStatus(call: string, { status, headers }: HttpAnswer): IntegrationError {
  if (status === 401 || status === 403) {
    return fail('auth_failed', `${call} answered ${status}: the upstream does not take these credentials`);
  }
  if (status === 404) {
    return fail('not_found', `${call} answered 404`, { advice: 'not found, or the url lacks a base path' });
  }
  if (status === 400 || status === 409 || status === 422) return fail('refused', `${call} was refused with ${status}`);
  if (status >= 300 && status < 400) {
    const advice = 'put that address into url';
    return fail('bad_response', `${call} redirects${target(headers['location'])}`, { advice });
  }
  if (status >= 500 || status === 429) return fail('unreachable', `${call} answered ${status}`);
  return fail('bad_response', `${call} answered ${status}`);
}

/** " to http://host/path", without a query, which may hold a token. */
const target = (location: string | undefined): string =>
  location === undefined ? '' : ` to ${location.split('?')[0]}`;

const BROKEN: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address',
  ENOTFOUND: 'this host name is unknown',
  EAI_AGAIN: 'this host name cannot be looked up right now',
  ECONNRESET: 'the connection was cut off',
  EHOSTUNREACH: 'there is no route to this host',
  ENETUNREACH: 'there is no route to this network',
  ECONNABORTED: 'no answer in time',
  ETIMEDOUT: 'no answer in time',
  ERR_CANCELED: 'no answer in time',
  EPROTO: 'this address does not speak TLS',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

const UNVERIFIED = 'set verifyTls to false if that is meant';
const ADVICE: Readonly<Record<string, string>> = {
  EPROTO: 'is it http instead of https?',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNVERIFIED,
  SELF_SIGNED_CERT_IN_CHAIN: UNVERIFIED,
};

function mapBroken(error: unknown, call: Call): IntegrationError {
  if (!axios.isAxiosError(error)) return fail('unreachable', String(error));
  if (error.code === 'ERR_BAD_RESPONSE' || /maxContentLength/.test(error.message)) {
    return fail('bad_response', `${nameOf(call)} answered more than ${sizeOf(call.maxBytes)}`);
  }
  const { code = '' } = error;
  const host = URL.canParse(call.url) ? ` at ${new URL(call.url).host}` : '';
  const broken = BROKEN[code] ?? (code || error.message);
  return fail('unreachable', `${nameOf(call)}${host}: ${broken}`, { advice: ADVICE[code] });
}

const sizeOf = (bytes: number): string => (bytes < 1_000_000 ? `${bytes / 1000} kB` : `${bytes / 1_000_000} MB`);
