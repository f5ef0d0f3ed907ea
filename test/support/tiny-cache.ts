/** As much of a cache as the sync engine needs, in memory. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Batch, Cache } from '#core/cache/cache.js';

export interface TinyCache extends Cache {
  readonly batches: readonly Batch[];
  /** What the next commit of a task throws. */
  failNext: { readonly task: string; readonly error: Error } | null;
}

export function tinyCache(ports: readonly AnyPort[]): TinyCache {
  const keys = new Map(ports.map((port) => [port.id, port.key as (item: object) => string]));
  const rows = new Map<string, Map<string, object>>();
  const cursors = new Map<string, string>();
  const fresh = new Map<string, Map<string, string>>();
  const batches: Batch[] = [];
  const of = (port: string, source: string): Map<string, object> => {
    const id = `${port} ${source}`;
    const held = rows.get(id) ?? new Map<string, object>();
    rows.set(id, held);
    return held;
  };
  const apply = (batch: Batch): void => {
    for (const change of batch.changes) {
      const held = of(change.port, batch.source);
      const key = keys.get(change.port);
      if (key === undefined) throw new Error(`undeclared ${change.port}`);
      if (change.kind === 'replace') held.clear();
      if (change.kind === 'patch') for (const gone of change.remove) held.delete(gone);
      for (const item of change.kind === 'patch' ? change.upsert : change.items) held.set(key(item), item);
    }
  };
  const unused = (): never => {
    throw new Error('not part of this cache');
  };
  const cache: TinyCache = {
    batches,
    failNext: null,
    declare: async () => 'same',
    async commit(batch) {
      const failure = cache.failNext;
      if (failure?.task === batch.task) {
        cache.failNext = null;
        throw failure.error;
      }
      apply(batch);
      batches.push(batch);
      if (batch.cursor !== undefined) cursors.set(`${batch.source} ${batch.task}`, batch.cursor);
      for (const port of batch.fills) {
        fresh.set(port, (fresh.get(port) ?? new Map<string, string>()).set(batch.source, batch.at));
      }
      return new Set(batch.changes.map((change) => change.port));
    },
    generation: () => 0,
    onChange: () => () => undefined,
    fetchedAt: (port) => fresh.get(port) ?? new Map<string, string>(),
    held: async (port, source) => new Set(of(port, source).keys()),
    cursor: async (source, task) => cursors.get(`${source} ${task}`),
    rows: async (port, _query, scope) =>
      (scope.sources ?? []).flatMap((source) =>
        [...of(port.id, source).values()].map((item) => ({ ...item, source }) as never),
      ),
    tally: unused,
    top: unused,
    recall: unused,
    remember: unused,
    async forget(source) {
      for (const id of rows.keys()) if (id.endsWith(` ${source}`)) rows.delete(id);
    },
    rename: unused,
    sources: async () => new Set([...rows].filter(([, held]) => held.size > 0).map(([id]) => id.split(' ')[1] ?? '')),
    prune: unused,
    close: async () => undefined,
  };
  return cache;
}
