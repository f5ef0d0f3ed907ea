/** The cache in memory, which remembers what was committed and fails when told to. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Batch, Cache } from '#core/cache/cache.js';
import { createMemoryCache } from '#core/cache/memory.js';

export interface SpiedCache extends Cache {
  readonly batches: readonly Batch[];
  /** What the next commit of a task throws. */
  failNext: { readonly task: string; readonly error: Error } | null;
}

export async function spiedCache(ports: readonly AnyPort[]): Promise<SpiedCache> {
  const cache = createMemoryCache();
  for (const port of ports) await cache.declare(port);
  const batches: Batch[] = [];
  const spied: SpiedCache = Object.assign(Object.create(cache) as Cache, {
    batches,
    failNext: null,
    async commit(batch: Batch) {
      const failure = spied.failNext;
      if (failure?.task === batch.task) {
        spied.failNext = null;
        throw failure.error;
      }
      const changed = await cache.commit(batch);
      batches.push(batch);
      return changed;
    },
  });
  return spied;
}
