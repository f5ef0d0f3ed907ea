/**
 * A first run that goes on for long, into an empty table on SQLite: its indexes are dropped, and made when the run has ended. Made
 * at once they are written once; made row by row, each commit writes most of their pages anew. No table is without them after a
 * start.
 */
import type { Knex } from 'knex';
import type { Batch } from './cache.js';
import type { CacheState } from './cache-state.js';
import { WAL_PAGES } from './database.js';
import type { PortTable } from './port-table.js';
import { adjustIndices } from './reindex.js';
import { all, isPostgres, run } from './sql.js';
import type { Writes } from './writes.js';

/** While a first run goes on: each of its commits changes most pages of the primary key's index, which go into the file once then. */
const FILLING_WAL_PAGES = 32_000;

export class LateIndices {
  private bare: ReadonlySet<string> = new Set();
  private hasFilled = false;
  /** As it will be when the transaction has been committed. */
  private next: Set<string> = new Set();

  constructor(private readonly state: Pick<CacheState, 'fetchedAt'>) {}

  /** What a process has left without, that did not live to make them. */
  async recover(db: Knex, writes: Pick<Writes, 'transaction'>, tables: Iterable<PortTable>): Promise<void> {
    if (isPostgres(db)) return;
    const sql = `SELECT tbl_name AS name, COUNT(*) AS n FROM sqlite_master
      WHERE type = 'index' AND sql IS NOT NULL GROUP BY tbl_name`;
    const counts = new Map((await all<{ name: string; n: number }>(db, sql)).map(({ name, n }) => [name, n]));
    for (const table of tables) {
      const wanted = table.indices(db);
      if ((counts.get(table.bare) ?? 0) >= wanted.length) continue;
      await writes.transaction((trx) => adjustIndices(trx, table, table, wanted));
    }
  }

  /** Whether the run that the batch ends has left a table without its indexes. */
  isEndOf = ({ fills }: Batch): boolean => fills.some((port) => this.bare.has(port));

  begin(): void {
    this.next = new Set(this.bare);
  }

  /** Before the rows of a batch are written, in the same transaction. @param touched ports whose rows it is about */
  async prepare(
    trx: Knex,
    batch: Batch,
    touched: readonly string[],
    tableOf: (port: string) => PortTable,
  ): Promise<void> {
    const { fills, cursor } = batch;
    const isFirst = (id: string): boolean =>
      cursor !== undefined && !fills.includes(id) && this.state.fetchedAt(id).size === 0;
    for (const id of new Set([...touched, ...fills])) {
      const isBare = this.next.has(id);
      if (isBare === isFirst(id)) continue;
      const table = isBare || touched.includes(id) ? tableOf(id) : undefined;
      if (table === undefined || (!isBare && (isPostgres(trx) || (await hasRows(trx, table))))) continue;
      await adjustIndices(trx, table, table, isBare ? table.indices(trx) : []);
      if (isBare) this.next.delete(id);
      else this.next.add(id);
    }
    if (!isPostgres(trx)) await this.checkpointLate(trx);
  }

  /** SQLite has the setting for a connection, and any of the pool's may be the next. */
  private async checkpointLate(trx: Knex): Promise<void> {
    const isFilling = this.next.size > 0;
    this.hasFilled ||= isFilling;
    if (!this.hasFilled) return;
    await run(trx, `PRAGMA wal_autocheckpoint = ${isFilling ? FILLING_WAL_PAGES : WAL_PAGES}`);
  }

  committed(): void {
    this.bare = this.next;
  }
}

const hasRows = async (trx: Knex, { name }: PortTable): Promise<boolean> =>
  (await all(trx, `SELECT 1 FROM ${name} LIMIT 1`)).length > 0;
