/**
 * A first run that goes on for long, into an empty table on SQLite: its indexes are dropped, and made when the run has ended. Made
 * at once they are written once; made row by row, each commit writes most of their pages anew. That holds for the index of the keys
 * as well: until it is there, memory tells which keys the run has written. No table is without its indexes after a start.
 */
import type { Knex } from 'knex';
import type { Batch } from './cache.js';
import type { CacheState } from './cache-state.js';
import type { Plan } from './plan.js';
import type { PortTable } from './port-table.js';
import { adjustIndices } from './reindex.js';
import { SeenKeys } from './seen-keys.js';
import { all, isPostgres } from './sql.js';
import type { Writes } from './writes.js';

type TableOf = (port: string) => PortTable;

export class LateIndices {
  /** Ports whose tables are without, and the keys in them. */
  private bare: ReadonlyMap<string, SeenKeys> = new Map();
  /** As it will be when the transaction has been committed. */
  private next: Map<string, SeenKeys> = new Map();
  /** Somebody needs the indexes before the runs have ended. */
  private isHurried = false;

  constructor(private readonly state: Pick<CacheState, 'fetchedAt'>) {}

  /** What a process has left without, that did not live to make them. */
  async recover(db: Knex, writes: Pick<Writes, 'transaction'>, tables: Iterable<PortTable>): Promise<void> {
    if (isPostgres(db)) return;
    const sql = `SELECT tbl_name AS name, COUNT(*) AS n FROM sqlite_master WHERE type = 'index' GROUP BY tbl_name`;
    const counts = new Map((await all<{ name: string; n: number }>(db, sql)).map(({ name, n }) => [name, n]));
    for (const table of tables) {
      const wanted = table.indices(db);
      if ((counts.get(table.bare) ?? 0) >= wanted.length) continue;
      await writes.transaction((trx) => adjustIndices(trx, table, table, wanted));
    }
  }

  /** Whether the run that the batch ends has left a table without its indexes. */
  isEndOf = ({ fills }: Batch): boolean => fills.some((port) => this.bare.has(port));

  /** What rows of a port can be in its table; undefined: its indexes tell. */
  seen = (port: string): SeenKeys | undefined => this.bare.get(port);

  /** The next batch makes the indexes: rows go by keys that were not noted, or somebody reads by key what was. */
  hurry(): void {
    this.isHurried = this.bare.size > 0;
  }

  begin(): void {
    this.next = new Map(this.bare);
  }

  /** Before rows are looked up by key for a batch: where some may be there, the index has to be. */
  async settle(trx: Knex, { source }: Batch, plans: readonly Plan[], tableOf: TableOf): Promise<void> {
    for (const { port, whole, items } of plans) {
      const seen = this.next.get(port);
      if (seen === undefined) continue;
      if (this.isHurried || whole || holdsKnown(seen, source, items)) await this.end(trx, port, tableOf(port));
    }
  }

  /** Before the rows of a batch are written, in the same transaction. @param touched ports whose rows it is about */
  async prepare(trx: Knex, batch: Batch, touched: readonly string[], tableOf: TableOf): Promise<void> {
    const { fills, cursor } = batch;
    const isFirst = (id: string): boolean =>
      cursor !== undefined && !fills.includes(id) && this.state.fetchedAt(id).size === 0;
    for (const id of new Set([...touched, ...fills])) {
      const isBare = this.next.has(id);
      if (isBare === isFirst(id)) continue;
      if (isBare) await this.end(trx, id, tableOf(id));
      else if (touched.includes(id)) await this.drop(trx, id, tableOf(id));
    }
  }

  /** Notes keys of rows that are about to be written; undefined: there is no need, the table has its indexes. */
  writing = (port: string): SeenKeys | undefined => this.next.get(port);

  committed(): void {
    this.bare = this.next;
    if (this.bare.size === 0) this.isHurried = false;
  }

  private async drop(trx: Knex, port: string, table: PortTable): Promise<void> {
    if (isPostgres(trx) || (await hasRows(trx, table))) return;
    await adjustIndices(trx, table, table, []);
    this.next.set(port, new SeenKeys());
  }

  private async end(trx: Knex, port: string, table: PortTable): Promise<void> {
    await adjustIndices(trx, table, table, table.indices(trx));
    this.next.delete(port);
  }
}

function holdsKnown(seen: SeenKeys, source: string, items: Plan['items']): boolean {
  for (const [key, item] of items) if (item === null || seen.has(source, key)) return true;
  return false;
}

const hasRows = async (trx: Knex, { name }: PortTable): Promise<boolean> =>
  (await all(trx, `SELECT 1 FROM ${name} LIMIT 1`)).length > 0;
