/** The calls of Prowlarr's API that are needed beside those that all managers share. */
import { codeOf } from '@sidelight/plugin-api';
import type { Client as Api } from '@sidelight/servarr';
import * as up from './upstream.js';

/** Its test of all indexers answers 400 when one of them fails. */
const SOME_FAIL = 400;

export const createClient = (api: Api) => ({
  ...api,

  failing: (signal: AbortSignal) => api.get(up.IndexerStatuses, '/indexerstatus', signal),

  /** Asked for singly, as few fail and all together are large. undefined: it was removed. */
  async indexer(id: number, signal: AbortSignal): Promise<up.Indexer | undefined> {
    try {
      return await api.get(up.Indexer, `/indexer/${id}`, signal);
    } catch (error) {
      if (codeOf(error) !== 'not_found') throw error;
      return undefined;
    }
  },

  indexers: (signal: AbortSignal) => api.list(up.Indexers, '/indexer', signal),
  stats: async (signal: AbortSignal) => (await api.list(up.IndexerStats, '/indexerstats', signal)).indexers,
  testAll: (signal: AbortSignal) => api.send('POST', '/indexer/testall', undefined, { signal, accept: [SOME_FAIL] }),
});
