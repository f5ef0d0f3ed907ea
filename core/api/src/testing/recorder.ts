/** Listens to what a plugin asks of its upstream, and to the answers, without changing either. */
import axios, { type AxiosInstance, type AxiosResponse, type InternalAxiosRequestConfig } from 'axios';

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** One request and what came of it, in texts. */
export interface Exchange {
  readonly method: string;
  /** Whole, with the query. */
  readonly url: string;
  /** With names in lower case, as all headers here. */
  readonly requestHeaders: Headers;
  /** undefined: there was none, or it was no text. */
  readonly requestBody: string | undefined;
  readonly answer: Answer | { readonly brokeWith: string };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** From now on every request of the client ends up in the list, in the order in which the answers came. */
export function listen(http: AxiosInstance): readonly Exchange[] {
  const heard: Exchange[] = [];
  const send = axios.getAdapter(http.defaults.adapter);
  http.defaults.adapter = async (config) => {
    try {
      const response = await send(config);
      heard.push(exchangeOf(config, answerOf(response)));
      return response;
    } catch (error) {
      const answer = answerTo(error);
      if (answer !== undefined) heard.push(exchangeOf(config, answer));
      throw error;
    }
  };
  return heard;
}

/** undefined: what was thrown says nothing of the upstream. */
function answerTo(error: unknown): Exchange['answer'] | undefined {
  if (!axios.isAxiosError(error)) return undefined;
  if (error.response !== undefined) return answerOf(error.response);
  return { brokeWith: error.code ?? 'ECONNRESET' };
}

const exchangeOf = (config: InternalAxiosRequestConfig, answer: Exchange['answer']): Exchange => ({
  method: (config.method ?? 'get').toUpperCase(),
  url: axios.getUri(config),
  requestHeaders: requestHeadersOf(config),
  requestBody: typeof config.data === 'string' ? config.data : undefined,
  answer,
});

/** The sender makes the header of basic authentication itself. */
function requestHeadersOf({ headers, auth }: InternalAxiosRequestConfig): Headers {
  const basic = Buffer.from(`${auth?.username ?? ''}:${auth?.password ?? ''}`).toString('base64');
  return { ...texts(headers.toJSON()), ...(auth === undefined ? {} : { authorization: `Basic ${basic}` }) };
}

function answerOf({ status, headers, data }: AxiosResponse<unknown>): Answer {
  return { status, headers: texts(headers as Record<string, unknown>), body: textOf(data) };
}

/** @throws for what cannot be kept as text */
function textOf(data: unknown): string {
  if (data === undefined || data === null) return '';
  if (typeof data === 'string') return data;
  if (!Buffer.isBuffer(data)) throw new Error('an answer that is streamed cannot be recorded');
  const text = data.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(data)) throw new Error('an answer that is no text cannot be recorded');
  return text;
}

function texts(headers: Readonly<Record<string, unknown>>): Headers {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(
    given.map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.map(String) : String(value)]),
  );
}
