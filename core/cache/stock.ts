/** What a process knows of the database without asking it, and how it learns what the others have committed. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import { CodedError } from '../ground/errors.js';
import type { AtHand } from './at-hand.js';
import type { CacheState, Freshness } from './cache-state.js';
import type { Cursors } from './cursors.js';
import { loadTables } from './declare.js';
import { heldPort } from './held-port.js';
import type { News } from './notifications.js';
import type { Owed } from './owed.js';
import type { PortTable } from './port-table.js';
import { all } from './sql.js';

export interface StockParts {
  readonly state: CacheState;
  readonly atHand: AtHand;
  readonly owed: Owed;
  readonly cursors: Cursors;
}

export class Stock {
  private held: ReadonlyMap<string, PortTable> = new Map();

  /** What was heard could not be read: it may be anything. */
  private missed = false;

  constructor(
    private readonly db: Knex,
    private readonly parts: StockParts,
  ) {}

  get tables(): ReadonlyMap<string, PortTable> {
    return this.held;
  }

  tableOf(id: string): PortTable {
    const table = this.held.get(id);
    if (table === undefined) throw new CodedError('internal', `The port ${id} was not declared`);
    return table;
  }

  /** A port has this table from now on. */
  async settled(port: AnyPort, table: PortTable): Promise<void> {
    this.held = new Map([...this.held, [port.id, table]]);
    this.parts.cursors.forget();
    if (this.parts.atHand.has(port.id)) await this.hold(port);
  }

  async hold(port: AnyPort): Promise<void> {
    this.parts.atHand.ports.set(port.id, await heldPort(this.db, port, this.tableOf(port.id)));
  }

  /** What others have committed, in its order. What it says itself is not asked of the database. */
  async heard(list: readonly News[]): Promise<void> {
    const { state, atHand, cursors, owed } = this.parts;
    const isAny = this.missed || list.some((news) => news.changed === null);
    const isRemade = isAny || list.some(({ remade }) => remade === true);
    this.missed = true;
    if (isRemade) await this.refresh();
    cursors.forget();
    const changed = new Set(isAny ? this.held.keys() : []);
    for (const { changed: ports, fresh } of list) {
      owed.outdone(fresh);
      for (const { port, source, task, at } of fresh) state.ran([port], source, task, at);
      for (const port of ports ?? []) changed.add(port);
    }
    for (const [id, { port }] of atHand.ports) if (!isRemade && changed.has(id)) await this.hold(port);
    this.missed = false;
    if (changed.size > 0) state.changed(changed);
  }

  /** Reads everything anew. */
  async refresh(): Promise<void> {
    const { state, atHand, owed, cursors } = this.parts;
    cursors.forget();
    this.held = await loadTables(this.db);
    const known = await all<Freshness>(this.db, 'SELECT port, source, task, at FROM freshness');
    owed.outdone(known);
    state.refresh(null, known);
    for (const { port, source, task, at } of owed.list()) state.ran([port], source, task, at);
    for (const { port } of atHand.ports.values()) await this.hold(port);
  }
}
