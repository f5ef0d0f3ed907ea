/** Questions to the API, with what it wants to be asked with. */
import { fail, IMAGE_BYTES, type Image, imageIn, type PluginContext } from '@sidelight/plugin-api';
import type { Config } from './upstream.js';

export function createClient({ http, config }: Pick<PluginContext<Config>, 'http' | 'config'>) {
  const { headers = {}, query = {}, username, password } = config;
  const basicAuth = username === undefined ? undefined : { username, password: password ?? '' };
  const options = { headers, query, ...(basicAuth === undefined ? {} : { basicAuth }) };
  /** Gives the answer as JSON data. */
  async function ask(path: string, body: unknown, signal: AbortSignal): Promise<unknown> {
    const { data } = await (body === undefined
      ? http.get(path, { ...options, signal })
      : http.post(path, body, { ...options, signal }));
    if (typeof data === 'object' && data !== null) return data;
    throw fail(
      'bad_response',
      `${body === undefined ? 'GET' : 'POST'} ${path} did not answer with JSON: check the url and any login page in front of it`,
    );
  }

  /** @param name its path below the url */
  async function image(name: string, signal: AbortSignal): Promise<Image> {
    if (!name.startsWith('/')) throw fail('not_found', 'this is not a valid picture name');
    const found = imageIn(await http.get(name, { ...options, as: 'bytes', maxBytes: IMAGE_BYTES, signal }));
    if (found === undefined) throw fail('bad_response', `GET ${name.split('?')[0]} did not answer with a picture`);
    return found;
  }
  return { ask, image };
}
