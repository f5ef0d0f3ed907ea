/** FileFlows' API. It wants a token only where its security is switched on. */
import { type PluginContext, parse } from '@sidelight/plugin-api';
import { Status, Tallies } from './upstream.js';

export function connect({ http, config }: Pick<PluginContext<{ readonly token?: string }>, 'http' | 'config'>) {
  const headers: Readonly<Record<string, string>> = config.token === undefined ? {} : { 'x-token': config.token };

  return {
    async status(signal: AbortSignal): Promise<Status> {
      const { data } = await http.get('/api/status', { headers, signal });
      return parse(Status, data, 'GET /api/status');
    },

    /** undefined: this version has no such route, and says so with 404, or with 200 and its start page. */
    async tallies(signal: AbortSignal): Promise<Tallies | undefined> {
      const { status, data } = await http.get('/api/library-file/status', { headers, signal, accept: [404] });
      const isStartPage = typeof data === 'string' && /^\s*</.test(data);
      return status === 404 || isStartPage ? undefined : parse(Tallies, data, 'GET /api/library-file/status');
    },
  };
}
