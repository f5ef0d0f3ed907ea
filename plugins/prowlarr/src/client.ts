/** The calls of Prowlarr's API that are needed beside those that all managers share. */
import { codeOf, type PluginContext } from '@sidelight/plugin-api';
import type { Client as Api } from '@sidelight/servarr';
import * as up from './upstream.js';

const DAY_SECONDS = 86_400;

export const createClient = (api: Api, { memo }: Pick<PluginContext, 'memo'>) => ({
  ...api,

  failing: (signal: AbortSignal) => api.get(up.IndexerStatuses, '/indexerstatus', signal),

  /** Asked for singly: an indexer with its settings and categories is large, and few fail. A day old at most. */
  nameOf: (id: number, signal: AbortSignal): Promise<string> =>
    memo(`indexer:${id}`, DAY_SECONDS, async () => {
      try {
        return (await api.get(up.Indexer, `/indexer/${id}`, signal)).name;
      } catch (error) {
        // It was removed a moment ago.
        if (codeOf(error) !== 'not_found') throw error;
        return `Indexer ${id}`;
      }
    }),
});
