/** The http client that every integration is given, in the daemon and in tests alike. */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { ErrorCode, IntegrationError } from '../errors.js';
import type { Http, HttpAnswer, HttpOptions, SocketOptions } from '../http.js';
import { type AxiosRequestConfig, type AxiosResponse, axios } from './axios.js';
import { type Exchange, exchangeOf, type Received } from './exchange.js';
import { brokenError, type Call, statusError } from './http-errors.js';
import { jsonOf } from './json-body.js';
import { PluginFault } from './publisher.js';
import { openSocket } from './socket.js';

export interface ClientOptions {
  readonly baseUrl?: string;
  readonly timeoutMs: number;
  readonly userAgent: string;
  /** Not given: the system's. */
  readonly now?: () => Date;
  /** false accepts a self-signed certificate of the base URL's host. */
  readonly verifyTls?: boolean;
  /** Never to appear in an error. */
  readonly secrets?: readonly string[];
  /** Base URLs beside `baseUrl` that may be asked. */
  readonly hosts?: readonly string[] | undefined;
  /** Larger answers are refused: 20 MB. */
  readonly maxBodyBytes?: number | undefined;
  /** Called once for each request that goes out: the daemon counts calls per upstream. */
  readonly onRequest?: () => void;
  /** Called once for each of them that fails, unless it was given up: by a connection that broke, or a status that is none of those asked for. */
  readonly onFailure?: (code: ErrorCode) => void;
  /** Told of each request and what came of it, in the order of the answers. */
  readonly onExchange?: (exchange: Exchange) => void;
}

export interface HttpClient {
  readonly http: Http;
  /** Ends kept-alive connections. */
  close(): void;
}

export const MAX_BODY_BYTES = 20_000_000;

export function createHttp(options: ClientOptions): HttpClient {
  const { timeoutMs, maxBodyBytes = MAX_BODY_BYTES } = options;
  const baseUrl = withoutSlash(options.baseUrl ?? '');
  const { verifyTls = true, userAgent, secrets = [], now = () => new Date() } = options;
  const own = agentsOf(verifyTls);
  const foreign = agentsOf(true);
  const client = axios.create({
    maxRedirects: 0,
    proxy: false,
    headers: { 'User-Agent': userAgent },
    paramsSerializer: { indexes: null },
    responseType: 'arraybuffer',
    transformRequest: (data: unknown) => data,
    transformResponse: (data: unknown) => data,
    validateStatus: () => true,
  });

  /** How far the upstream's clock is ahead of ours. */
  let aheadMs = 0;

  async function send(config: Config, call: Call): Promise<AxiosResponse<Buffer>> {
    const { method, headers, data: body, auth: basicAuth } = config;
    const tell = (answer: Received | { readonly brokeWith: string }): void =>
      options.onExchange?.(exchangeOf({ method, headers, body, basicAuth, url: client.getUri(config) }, answer));
    options.onRequest?.();
    const response = await client.request<Buffer>(config).catch((error: unknown) => {
      if (axios.isAxiosError(error)) tell({ brokeWith: error.code ?? 'ECONNRESET' });
      throw failed(brokenError(error, call), config.signal?.aborted === true);
    });
    tell(response);
    return response;
  }

  async function request(method: string, path: string, body?: unknown, asked: HttpOptions = {}): Promise<HttpAnswer> {
    const base = asked.host === undefined ? baseUrl : withoutSlash(asked.host);
    demandAddress(base, path, asked, options.hosts ?? []);
    const maxBytes = Math.min(asked.maxBytes ?? maxBodyBytes, maxBodyBytes);
    const { data, type } = bodyOf(body);
    const config: Config = {
      method,
      url: base + path,
      data,
      headers: { ...(type === undefined ? {} : { 'Content-Type': type }), ...asked.headers },
      timeout: asked.timeoutMs ?? timeoutMs,
      maxContentLength: maxBytes,
      ...(asked.host === undefined ? own : foreign),
      ...(asked.query === undefined ? {} : { params: asked.query }),
      ...(asked.basicAuth === undefined ? {} : { auth: { ...asked.basicAuth } }),
      ...(asked.signal === undefined ? {} : { signal: asked.signal }),
    };
    const call = { method, url: base + path, path, maxBytes, isOwnLimit: maxBytes < maxBodyBytes, secrets };
    const { status, headers, data: bytes } = await send(config, call);
    const head = { status, ...headersOf(headers) };
    if (asked.host === undefined && head.date !== undefined) aheadMs = aheadOf(head.date, now());
    const isGood = status >= 200 && status < 300;
    if (!isGood && asked.accept?.includes(status) !== true) throw failed(statusError(call, { ...head, data: '' }));
    const { schema: _, ...others } = asked;
    const read = await dataOf(bytes, isGood ? asked : others, call).catch((error: unknown) => {
      throw failed(brokenError(error, call));
    });
    return { ...head, data: read };
  }

  function failed(error: IntegrationError, isGivenUp = false): IntegrationError {
    if (!isGivenUp) options.onFailure?.(error.code);
    return error;
  }

  async function socket(path: string, { headers, query, signal, opened, received }: SocketOptions): Promise<void> {
    demandAddress(baseUrl, path, {}, []);
    options.onRequest?.();
    await openSocket({
      url: client.getUri({ url: baseUrl + path, ...(query === undefined ? {} : { params: query }) }),
      headers: { 'User-Agent': userAgent, ...headers },
      ...{ timeoutMs, verifyTls, signal, received },
      ...(opened === undefined ? {} : { opened }),
      call: { method: 'GET', url: baseUrl + path, path, maxBytes: maxBodyBytes, isOwnLimit: false, secrets },
    });
  }

  return {
    http: {
      baseUrl,
      timeoutMs,
      theirs: (at) => new Date(at.getTime() + aheadMs),
      get: (path, asked) => request('GET', path, undefined, asked),
      post: (path, body, asked) => request('POST', path, body, asked),
      put: (path, body, asked) => request('PUT', path, body, asked),
      delete: (path, asked) => request('DELETE', path, undefined, asked),
      request: (method, path, body, asked) => request(method.toUpperCase(), path, body, asked),
      socket,
    },
    close() {
      for (const { httpAgent, httpsAgent } of [own, foreign]) {
        httpAgent.destroy();
        httpsAgent.destroy();
      }
    },
  };
}

/** What a call always names. */
interface Config extends AxiosRequestConfig {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth?: NonNullable<HttpOptions['basicAuth']>;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

const agentsOf = (rejectUnauthorized: boolean) => ({
  httpAgent: new HttpAgent({ keepAlive: true }),
  httpsAgent: new HttpsAgent({ keepAlive: true, rejectUnauthorized }),
});

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/** Credentials must not go anywhere else than to the hosts that are known of. */
function demandAddress(base: string, path: string, { host }: HttpOptions, hosts: readonly string[]): void {
  if (host !== undefined && !hosts.some((known) => originOf(known) === originOf(base))) {
    throw new PluginFault('undeclared_host', `the plugin contacted ${host}, which its hosts do not list`);
  }
  if (base === '')
    throw new PluginFault('undeclared_host', 'the plugin is local: it may only contact the hosts it declares');
  if (path !== '' && !/^[/?]/.test(path)) {
    throw new PluginFault('undeclared_host', `the plugin requested ${path}: a path must begin with /`);
  }
}

interface Body {
  readonly data?: string | Buffer;
  readonly type?: string;
}

function bodyOf(body: unknown): Body {
  if (body === undefined || body === null) return {};
  if (body instanceof URLSearchParams) {
    return { data: body.toString(), type: 'application/x-www-form-urlencoded;charset=utf-8' };
  }
  if (typeof body === 'string') return { data: body, type: 'text/plain;charset=utf-8' };
  if (body instanceof Uint8Array) return { data: Buffer.from(body), type: 'application/octet-stream' };
  return { data: JSON.stringify(body), type: 'application/json' };
}

function headersOf(given: AxiosResponse['headers']): Pick<HttpAnswer, 'headers' | 'cookies' | 'date'> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name !== 'set-cookie') headers[name] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  const cookies = (given['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1).join().trim());
  const told = Date.parse(headers['date'] ?? '');
  return { headers, cookies, ...(Number.isNaN(told) ? {} : { date: new Date(told).toISOString() }) };
}

/** Less is what an answer is on its way, and told in whole seconds. */
const AHEAD_MS = 5_000;

function aheadOf(date: string, now: Date): number {
  const ms = Date.parse(date) - now.getTime();
  return Math.abs(ms) < AHEAD_MS ? 0 : ms;
}

async function dataOf(bytes: Buffer, { as = 'json', schema }: HttpOptions, call: Call): Promise<unknown> {
  if (as === 'bytes') return bytes;
  return as === 'text' ? new TextDecoder().decode(bytes) : jsonOf(bytes, call, schema);
}
