/** How a plugin asks its upstream: every call ends in time, and whatever goes wrong is one of the contract's errors. */
import type { TSchema } from './schema.js';

export interface HttpAnswer {
  readonly status: number;
  /** With names in lower case; of a header that came several times the values are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** ISO: when it was answered by the upstream's own clock, which may differ from ours. What is asked for since a time goes by it. */
  readonly date?: string;
  /** What it sets, as `name=value` each: `cookies.join('; ')` is the header Cookie of the next call. */
  readonly cookies: readonly string[];
  /** By `as`: a JSON value, or the text where it is none; a text; a Uint8Array. */
  readonly data: unknown;
}

export interface HttpOptions {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is undefined is left out; a list repeats its name. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined | readonly (string | number)[]>>;
  /** Not given: `timeoutMs` of the client. */
  readonly timeoutMs?: number;
  /** A larger answer is bad_response. Up to the plugin's `maxBodyBytes`, which it is when not given. */
  readonly maxBytes?: number;
  /** Not given: json. */
  readonly as?: 'json' | 'text' | 'bytes';
  /**
   * What `parse` will hold the answer against. Of a large one that is done in a thread beside the event loop, and fields that the
   * schema does not declare are left out.
   */
  readonly schema?: TSchema;
  readonly basicAuth?: { readonly username: string; readonly password: string };
  /** Statuses beside 2xx that are answers, not errors. */
  readonly accept?: readonly number[];
  /** Another base URL than that of the integration: one of the plugin's `hosts`. */
  readonly host?: string;
}

export interface SocketOptions extends Pick<HttpOptions, 'headers' | 'query'> {
  readonly signal: AbortSignal;
  /** The connection is there. */
  opened?(send: (text: string) => void): void;
  /** A text came. What this throws ends the connection. */
  received(text: string, send: (text: string) => void): void;
}

/**
 * A path begins with `/` and goes below the base URL; '' is the base URL itself. A body is a form when it is a
 * URLSearchParams, goes as it is when it is a string or a Uint8Array, and as JSON otherwise; undefined and null are none.
 */
export interface Http {
  /** The url of the integration without a slash at its end; '' of a plugin that is `local`. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  /** A time of ours by the clock of the upstream, as its last answer told it; the same time where none did. For what is asked for since then. */
  theirs(at: Date): Date;
  get(path: string, options?: HttpOptions): Promise<HttpAnswer>;
  post(path: string, body?: unknown, options?: HttpOptions): Promise<HttpAnswer>;
  put(path: string, body?: unknown, options?: HttpOptions): Promise<HttpAnswer>;
  delete(path: string, options?: HttpOptions): Promise<HttpAnswer>;
  request(method: string, path: string, body?: unknown, options?: HttpOptions): Promise<HttpAnswer>;
  /**
   * Opens a WebSocket below the base URL, for `listen`. Resolves when it has ended, and at once when `signal` is aborted; rejects
   * with the errors of a call when it cannot be opened, or breaks. One whose other side is silent to pings is broken off.
   */
  socket(path: string, options: SocketOptions): Promise<void>;
}
