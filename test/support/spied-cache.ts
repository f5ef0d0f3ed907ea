/** The cache in memory, which remembers what was committed and fails when told to. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Batch, Cache } from '#core/cache/cache.js';
import { createMemoryCache } from '#core/cache/memory.js';

export interface SpiedCache extends Cache {
  readonly batches: readonly Batch[];
  /** What the next commit of a task throws. */
  failNext: { readonly task: string; readonly error: Error } | null;
  /** What every commit throws. */
  failing: Error | null;
  /** How many there were. */
  readonly commits: number;
}

export async function spiedCache(ports: readonly AnyPort[]): Promise<SpiedCache> {
  const cache = createMemoryCache();
  for (const port of ports) await cache.declare(port);
  const batches: Batch[] = [];
  const spied: SpiedCache & { commits: number } = Object.assign(Object.create(cache) as Cache, {
    batches,
    failNext: null,
    failing: null,
    commits: 0,
    async commit(...together: readonly Batch[]) {
      const failure = spied.failNext;
      if (together.some(({ task }) => task === failure?.task)) {
        spied.failNext = null;
        throw failure?.error;
      }
      if (spied.failing !== null) throw spied.failing;
      const changed = await cache.commit(...together);
      spied.commits += 1;
      batches.push(...together);
      return changed;
    },
  });
  return spied;
}
