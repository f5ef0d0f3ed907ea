/** What a database answers to reads: from memory where a port is kept at hand, else from its table. */
import type { AnyPort, Group, ItemOf, Query, SeriesPoint, Tally } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import { CodedError } from '../ground/errors.js';
import { type Ask, askOf } from './ask.js';
import type { AtHand } from './at-hand.js';
import type { Asked, Page, Row, Scope, Way } from './cache.js';
import type { CacheState } from './cache-state.js';
import { counterFor } from './counters.js';
import { coded } from './database-error.js';
import type { LateIndices } from './late-indices.js';
import type { PortTable } from './port-table.js';
import { selectRows, selectTally, selectTop } from './select.js';
import { SeriesReads } from './series.js';
import { storedKey } from './stored-row.js';
import { type Windowed, Windows } from './windows.js';

export class KnexReads {
  private readonly windows: Windows;
  private readonly sums: SeriesReads;

  constructor(
    private readonly db: Knex,
    private readonly atHand: AtHand,
    private readonly tableOf: (port: string) => PortTable,
    state: CacheState,
    private readonly late: Pick<LateIndices, 'seen' | 'hurry'>,
  ) {
    this.windows = new Windows(db, state);
    this.sums = new SeriesReads(db, state, this.windows);
  }

  wayOf({ id }: AnyPort, { kind, query }: Asked, scope: Scope): Way {
    if (this.atHand.has(id)) return 'memory';
    const { shape, counters } = this.tableOf(id);
    const isCounted =
      (kind === 'tally' || kind === 'top') && counterFor(askOf(shape, query, scope), counters) !== undefined;
    return isCounted ? 'counter' : 'table';
  }

  async rows<P extends AnyPort>(port: P, query: Query, scope: Scope): Promise<readonly Row<P>[]> {
    if (this.atHand.has(port.id)) return this.atHand.rows(port, query, scope);
    const table = this.tableOf(port.id);
    const rows = await coded(() => selectRows(this.db, table, askOf(table.shape, query, scope)));
    return rows.map(({ source, item }) => ({ ...(JSON.parse(item) as object), source }) as Row<P>);
  }

  async named<P extends AnyPort>({ id }: P, source: string, keys: readonly string[]): Promise<readonly ItemOf<P>[]> {
    const seen = this.late.seen(id);
    const stored = keys.map(storedKey).filter((key) => seen?.has(source, key) ?? true);
    const items = await coded(() => this.tableOf(id).named(this.db, source, stored));
    return items.map((item) => JSON.parse(item) as ItemOf<P>);
  }

  async page<P extends AnyPort>({ id }: P, source: string, after: string, most: number): Promise<Page<ItemOf<P>>> {
    // From page to page it would walk the whole table.
    if (this.late.seen(id) !== undefined) this.late.hurry();
    const rows = await coded(() => this.tableOf(id).page(this.db, source, after, most));
    return {
      items: rows.map(({ item }) => JSON.parse(item) as ItemOf<P>),
      last: rows.length < most ? null : (rows.at(-1)?.key ?? null),
    };
  }

  tally(port: AnyPort, query: Query, scope: Scope): Promise<Tally> {
    return coded(async () => {
      if (this.atHand.has(port.id)) return this.atHand.tally(port, query, scope);
      const table = this.tableOf(port.id);
      const ask = askOf(table.shape, query, scope);
      const windowed = windowedOf(table, ask, query, scope);
      return windowed === null ? selectTally(this.db, table, ask) : this.windows.tally({ ...windowed, kind: 'tally' });
    });
  }

  series(port: AnyPort, query: Query, scope: Scope): Promise<readonly SeriesPoint[]> {
    if (this.atHand.has(port.id)) return Promise.resolve(this.atHand.series(port, query, scope));
    return coded(() => this.sums.read(this.tableOf(port.id), query, scope));
  }

  top(port: AnyPort, query: Query, scope: Scope): Promise<readonly Group[]> {
    return coded(async () => {
      if (this.atHand.has(port.id)) return this.atHand.top(port, query, scope);
      const table = this.tableOf(port.id);
      const ask = askOf(table.shape, query, scope);
      if (ask.by === null) throw new CodedError('internal', `A top of ${port.id} says not by what`);
      const windowed = windowedOf(table, ask, query, scope);
      return windowed === null
        ? selectTop(this.db, table, { ...ask, by: ask.by })
        : this.windows.top({ ...windowed, kind: 'top' }, ask.by);
    });
  }
}

function windowedOf(table: PortTable, ask: Ask, { since }: Query, { zone }: Scope): Omit<Windowed, 'kind'> | null {
  if (ask.window === null || since === undefined) return null;
  return { table, ask: { ...ask, window: ask.window }, span: since === 'midnight' ? `midnight ${zone}` : since };
}
