/** Requests to a daemon, with its answers taken apart. */

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

export interface Requests {
  get(path: string, key?: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, body: unknown, key?: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

export const requestsTo = (url: string): Requests => ({
  get: (path, key, headers = {}) => request(`${url}${path}`, { headers: { ...keyHeader(key), ...headers } }),
  post: (path, body, key, headers = {}) =>
    request(`${url}${path}`, {
      method: 'POST',
      headers: { ...keyHeader(key), 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }),
});

async function request(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}

const keyHeader = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { 'x-api-token': key };
