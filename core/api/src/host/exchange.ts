/** One request and what came of it, in texts: what a recording is made of. */
import type { HttpOptions } from '../http.js';

export type Headers = Readonly<Record<string, string | readonly string[]>>;

export interface Exchange {
  readonly method: string;
  /** Whole, with the query. */
  readonly url: string;
  /** With names in lower case, as all headers here. */
  readonly requestHeaders: Headers;
  /** undefined: there was none, or it was no text. */
  readonly requestBody: string | undefined;
  readonly answer: RecordedAnswer | { readonly brokeWith: string };
}

export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly basicAuth: HttpOptions['basicAuth'];
}

export interface Received {
  readonly status: number;
  readonly headers: object;
  readonly data: Buffer;
}

export const exchangeOf = (sent: Sent, answer: Received | { readonly brokeWith: string }): Exchange => ({
  method: sent.method,
  url: sent.url,
  requestHeaders: requestHeadersOf(sent),
  requestBody: typeof sent.body === 'string' ? sent.body : undefined,
  answer: 'brokeWith' in answer ? answer : answerOf(answer),
});

/** The sender makes the header of basic authentication itself. */
function requestHeadersOf({ headers, basicAuth }: Sent): Headers {
  if (basicAuth === undefined) return texts(headers);
  const pair = Buffer.from(`${basicAuth.username}:${basicAuth.password}`).toString('base64');
  return { ...texts(headers), authorization: `Basic ${pair}` };
}

const answerOf = ({ status, headers, data }: Received): RecordedAnswer => ({
  status,
  headers: texts(headers),
  body: textOf(data),
});

/** @throws for what cannot be kept as text */
function textOf(data: Buffer): string {
  const text = data.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(data)) throw new Error('only text responses can be recorded');
  return text;
}

function texts(headers: object): Headers {
  const given = Object.entries(headers as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return Object.fromEntries(
    given.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.map(String) : String(value)]),
  );
}
