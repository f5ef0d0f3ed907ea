/** The http client that every integration is given, in the daemon and in tests alike: errors are mapped here, once. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { fail, type IntegrationError } from '../errors.js';
import { type AxiosError, type AxiosInstance, axios } from './axios.js';
import { redact } from './errors.js';

export interface HttpOptions {
  readonly baseUrl?: string;
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** false accepts a self-signed certificate. */
  readonly verifyTls?: boolean;
  /** Never to appear in an error. */
  readonly secrets?: readonly string[];
  /** Called once for each request that goes out: the daemon counts calls per upstream. */
  readonly onRequest?: () => void;
}

export interface HttpClient {
  readonly http: AxiosInstance;
  /** Ends kept-alive connections. */
  close(): void;
}

/** Larger answers are refused: 20 MB. */
export const MAX_BODY_BYTES = 20_000_000;

export function createHttp(options: HttpOptions): HttpClient {
  const httpAgent = new HttpAgent({ keepAlive: true });
  const httpsAgent = new HttpsAgent({ keepAlive: true, rejectUnauthorized: options.verifyTls ?? true });
  const http = axios.create({
    ...(options.baseUrl === undefined ? {} : { baseURL: options.baseUrl.replace(/\/+$/, '') }),
    timeout: options.timeoutMs,
    maxContentLength: MAX_BODY_BYTES,
    maxRedirects: 0,
    proxy: false,
    httpAgent,
    httpsAgent,
    headers: { 'User-Agent': options.userAgent },
    paramsSerializer: { indexes: null },
  });
  http.interceptors.request.use((request) => {
    options.onRequest?.();
    return request;
  });
  http.interceptors.response.use(undefined, (error: unknown) => {
    throw mapError(error, options);
  });
  return {
    http,
    close() {
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
}

function mapError(error: unknown, options: HttpOptions): IntegrationError {
  if (!axios.isAxiosError(error)) return fail('unreachable', redact(String(error), options.secrets ?? []));
  // The cause is left out on purpose: it carries headers, and with them the credentials.
  const mapped = error.response === undefined ? mapBroken(error, options) : mapStatus(error, error.response.status);
  mapped.message = redact(mapped.message, options.secrets ?? []);
  return mapped;
}

const callOf = (error: AxiosError): string =>
  `${(error.config?.method ?? 'get').toUpperCase()} ${(error.config?.url ?? '').split('?')[0]}`;

function mapStatus(error: AxiosError, status: number): IntegrationError {
  const call = callOf(error);
  if (status === 401 || status === 403) {
    return fail('auth_failed', `${call} answered ${status}: the upstream does not take these credentials`);
  }
  if (status === 404) return fail('not_found', `${call} answered 404: not found, or the url lacks a base path`);
  if (status === 400 || status === 409 || status === 422) return fail('refused', `${call} was refused with ${status}`);
  if (status >= 300 && status < 400)
    return fail('bad_response', `${call} redirects${locationOf(error)}: put that address into url`);
  if (status >= 500 || status === 429) return fail('unreachable', `${call} answered ${status}`);
  return fail('bad_response', `${call} answered ${status}`);
}

/** " to http://host/path", without a query, which may hold a token. */
function locationOf(error: AxiosError): string {
  const location: unknown = error.response?.headers['location'];
  return typeof location === 'string' ? ` to ${location.split('?')[0]}` : '';
}

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
  EPROTO: 'this address does not speak TLS: is it http instead of https?',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed: set verifyTls to false if that is meant',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is self-signed: set verifyTls to false if that is meant',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

function mapBroken(error: AxiosError, options: HttpOptions): IntegrationError {
  const call = callOf(error);
  if (error.code === 'ERR_BAD_RESPONSE' || /maxContentLength/.test(error.message)) {
    return fail('bad_response', `${call} answered more than ${MAX_BODY_BYTES / 1_000_000} MB`);
  }
  const host = options.baseUrl === undefined ? '' : ` at ${hostOf(options.baseUrl)}`;
  return fail('unreachable', `${call}${host}: ${BROKEN[error.code ?? ''] ?? error.code ?? error.message}`);
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);
