/** Rows as they were last read, for as long as no commit has changed their port: one reading serves every widget. */
import type { AnyPort, Query, Rows } from '@sidelight/plugin-api';
import { LRUCache } from 'lru-cache';
import type { Cache, Scope } from '../cache/cache.js';

type Items = Rows<object>['items'];

interface Held {
  readonly generation: number;
  readonly items: Items;
}

/** Of all ports together: some 20 MB at the most. */
const MOST_ROWS = 40_000;

export class RowMemo {
  private readonly held = new LRUCache<string, Held>({
    maxSize: MOST_ROWS,
    sizeCalculation: ({ items }) => items.length + 1,
  });

  constructor(private readonly cache: Pick<Cache, 'rows' | 'generation'>) {}

  /** Windows move with the time, and conditions are too many to keep: both are read each time. */
  async rows(port: AnyPort, query: Query, scope: Scope): Promise<Items> {
    if (query.since !== undefined || query.where !== undefined) return this.cache.rows(port, query, scope);
    const key = JSON.stringify([port.id, query.newest, scope.sources, scope.except]);
    // Asked before the rows: what is committed while they are read makes them old at once.
    const generation = this.cache.generation(port.id);
    const known = this.held.get(key);
    if (known?.generation === generation) return known.items;
    const items: Items = await this.cache.rows(port, query, scope);
    this.held.set(key, { generation, items });
    return items;
  }
}
