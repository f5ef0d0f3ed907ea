/** What one integration remembers: in the cache, so that it outlives a restart. */
import type { PluginContext } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Cache } from '../cache/cache.js';
import type { Log } from '../ground/log.js';

interface MemoInput {
  readonly source: string;
  readonly cache: Pick<Cache, 'recall' | 'remember'>;
  readonly clock: { now(): Date };
  readonly log: Log;
}

/** One load at a time per key; a failed one is not remembered. */
export function createMemo({ source, cache, clock, log }: MemoInput): PluginContext['memo'] {
  const loading = new Map<string, Promise<unknown>>();

  const recallOrLoad = async <T>(key: string, seconds: number, load: () => Promise<T>): Promise<T> => {
    const known = await cache.recall(source, key, clock.now());
    if (known !== undefined) return known as T;
    const value = await load();
    const expiresAt = new Date(clock.now().getTime() + seconds * 1000);
    if (value !== undefined) await remember(key, value, expiresAt);
    return value;
  };

  /** A value that cannot be kept is still of use now. */
  const remember = async (key: string, value: unknown, expiresAt: Date): Promise<void> => {
    try {
      await cache.remember(source, key, value, expiresAt);
    } catch (error) {
      log.warn(`cannot remember ${key}: ${messageOf(error)}`);
    }
  };

  return <T>(key: string, seconds: number, load: () => Promise<T>): Promise<T> => {
    const current = loading.get(key);
    if (current !== undefined) return current as Promise<T>;
    const own = recallOrLoad(key, seconds, load).finally(() => loading.delete(key));
    loading.set(key, own);
    return own;
  };
}
