/** Rows as they were last read: one reading serves every widget, and after a commit only what it has changed is read again. */
import type { AnyPort, Query, Rows } from '@sidelight/plugin-api';
import { LRUCache } from 'lru-cache';
import type { Cache, Scope, Touched } from '../cache/cache.js';
import { placeIn } from '../cache/lists.js';
import { compareText, storedKey } from '../cache/stored-row.js';
import { frozen } from './freeze.js';

type Items = Rows<object>['items'];
type Item = Items[number];

interface Held {
  readonly generation: number;
  readonly items: Items;
  /** The same by source, once rows were exchanged. */
  readonly bySource?: Map<string, SourceRows>;
}

/** Rows of a source beside their keys, in the order of these. */
interface SourceRows {
  readonly keys: string[];
  readonly rows: Item[];
}

interface Question {
  readonly port: AnyPort;
  readonly query: Query;
  readonly scope: Scope;
}

/** Of all ports together: some 20 MB at the most. */
const MOST_ROWS = 40_000;
/** More rows than that are as soon read whole. */
const MOST_TOUCHED = 200;

export class RowMemo {
  private readonly held = new LRUCache<string, Held>({
    maxSize: MOST_ROWS,
    sizeCalculation: ({ items }) => items.length + 1,
  });
  private readonly flights = new Map<string, Promise<Items>>();

  constructor(private readonly cache: Pick<Cache, 'rows' | 'named' | 'generation' | 'touched'>) {}

  /** Windows move with the time, and conditions are too many to keep: both are read each time. */
  async rows(port: AnyPort, query: Query, scope: Scope): Promise<Items> {
    if (query.since !== undefined || query.where !== undefined) return this.cache.rows(port, query, scope);
    const key = JSON.stringify([port.id, query.newest, scope.sources, scope.except]);
    // Asked before the rows: what is committed while they are read makes them old at once.
    const generation = this.cache.generation(port.id);
    const known = this.held.get(key);
    if (known?.generation === generation) return known.items;
    const flightKey = `${generation} ${key}`;
    const flight =
      this.flights.get(flightKey) ??
      this.read({ port, query, scope }, key, generation).finally(() => this.flights.delete(flightKey));
    this.flights.set(flightKey, flight);
    return flight;
  }

  private async read(question: Question, key: string, generation: number): Promise<Items> {
    const known = this.held.get(key);
    const news = known === undefined ? null : await this.newsFor(question, known);
    const held: Held =
      known === undefined || news === null
        ? { generation, items: await this.cache.rows(question.port, question.query, question.scope) }
        : exchanged(question, known, news, generation);
    frozen(held.items);
    this.held.set(key, held);
    return held.items;
  }

  /** What has changed since these rows were read, source by source; null: they have to be read whole. */
  private async newsFor({ port, query, scope }: Question, { generation }: Held): Promise<readonly News[] | null> {
    const touched = query.newest === undefined ? this.cache.touched(port.id, generation) : null;
    if (touched === null || sizeOf(touched) > MOST_TOUCHED) return null;
    const counts = (source: string): boolean =>
      scope.sources?.includes(source) ?? !(scope.except ?? []).includes(source);
    return Promise.all(
      [...touched]
        .filter(([source]) => counts(source))
        .map(async ([source, keys]) => ({ source, keys, items: await this.cache.named(port, source, [...keys]) })),
    );
  }
}

/** Keys of a source that were written or removed, and what there is of them now. */
interface News {
  readonly source: string;
  readonly keys: ReadonlySet<string>;
  readonly items: readonly object[];
}

const sizeOf = (touched: Touched): number => [...touched.values()].reduce((sum, { size }) => sum + size, 0);

/** The rows that were known, with those that have changed in the place of what they were. */
function exchanged({ port, scope }: Question, known: Held, news: readonly News[], generation: number): Held {
  const keyOf = (item: object): string => storedKey(port.key(item));
  const bySource = known.bySource ?? indexed(keyOf, known.items);
  for (const { source, keys, items } of news) {
    const held = bySource.get(source) ?? { keys: [], rows: [] };
    bySource.set(source, held);
    const now = new Map(items.map((item) => [keyOf(item), frozen({ ...item, source })]));
    for (const key of keys) put(held, key, now.get(key));
  }
  const order = scope.sources ?? [...bySource.keys()].sort(compareText);
  const lists = order.flatMap((source) => bySource.get(source) ?? []).map(({ rows }) => rows);
  // Its rows are frozen already.
  return { generation, items: Object.freeze(lists.length === 1 ? [...(lists[0] ?? [])] : lists.flat()), bySource };
}

/** @param items in the order of their keys within each source */
function indexed(keyOf: (item: object) => string, items: Items): Map<string, SourceRows> {
  const bySource = new Map<string, SourceRows>();
  for (const item of items) {
    const held = bySource.get(item.source) ?? { keys: [], rows: [] };
    bySource.set(item.source, held);
    held.keys.push(keyOf(item));
    held.rows.push(item);
  }
  return bySource;
}

/** @param item not given: there is none of this key any more */
function put({ keys, rows }: SourceRows, key: string, item: Item | undefined): void {
  const place = placeIn(keys, (other) => compareText(other, key) < 0);
  const isThere = keys[place] === key ? 1 : 0;
  if (item !== undefined && isThere === 1) rows[place] = item;
  else if (item !== undefined || isThere === 1) {
    keys.splice(place, isThere, ...(item === undefined ? [] : [key]));
    rows.splice(place, isThere, ...(item === undefined ? [] : [item]));
  }
}
