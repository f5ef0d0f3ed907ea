/** Questions to the API, with what it wants to be asked with. */
import { fail, type PluginContext } from '@sidelight/plugin-api';
import type { Config } from './upstream.js';

/** Gives the answer as JSON data. */
export function createClient({ http, config }: Pick<PluginContext<Config>, 'http' | 'config'>) {
  const { headers = {}, query = {}, username, password } = config;
  const basicAuth = username === undefined ? undefined : { username, password: password ?? '' };
  const options = { headers, query, ...(basicAuth === undefined ? {} : { basicAuth }) };
  return async (path: string, body: unknown, signal: AbortSignal): Promise<unknown> => {
    const { data } = await (body === undefined
      ? http.get(path, { ...options, signal })
      : http.post(path, body, { ...options, signal }));
    if (typeof data === 'object' && data !== null) return data;
    throw fail(
      'bad_response',
      `${body === undefined ? 'GET' : 'POST'} ${path} answered no JSON: check the url and any login page in front of it`,
    );
  };
}
