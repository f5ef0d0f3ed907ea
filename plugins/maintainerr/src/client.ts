/** Calls of Maintainerr's API, which asks nobody who they are. */
import {
  fail,
  type HttpOptions,
  mismatch,
  type PluginContext,
  parse,
  type Recognition,
  type Static,
  type TSchema,
} from '@sidelight/plugin-api';
import * as up from './upstream.js';

/** It asks every release manager and the media server before it answers, one that hangs included. */
const STORAGE_MS = 45_000;

export const health: Recognition = {
  get: '/api/health',
  is: ({ data }) => mismatch(up.Health, data) === undefined,
};

export type Client = ReturnType<typeof connect>;

export function connect({ http }: Pick<PluginContext, 'http'>) {
  async function get<S extends TSchema>(
    schema: S,
    path: string,
    signal: AbortSignal,
    options: Pick<HttpOptions, 'timeoutMs'> = {},
  ): Promise<Static<S>> {
    const { data } = await http.get(path, { signal, schema, ...options });
    // It says so that it could not find out, with 200.
    if (data === '') {
      throw fail('bad_response', `GET ${path} answered nothing: is a media server set up in Maintainerr?`);
    }
    return parse(schema, data, `GET ${path}`);
  }

  return {
    async version(signal: AbortSignal): Promise<string> {
      await get(up.Health, health.get, signal);
      return (await get(up.App, '/api/app/status', signal)).version;
    },

    /** With all of their titles; the other lists of collections hold only two of each. */
    collections: (signal: AbortSignal) => get(up.Collections, '/api/collections/overlay-data', signal),

    storage: (signal: AbortSignal) =>
      get(up.Storage, '/api/storage-metrics', signal, { timeoutMs: Math.max(http.timeoutMs, STORAGE_MS) }),
  };
}
