/** How a cache writes to its database: one thing after the other, each a transaction. */
import type { Knex } from 'knex';
import { writeFreshness } from './commit.js';
import { coded } from './database-error.js';
import { demandFileOf } from './database-watch.js';
import type { Owed } from './owed.js';
import { lockForWriting } from './sql.js';

export class Writes {
  /** The last write in the queue: SQLite takes one at a time, and so do we. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Knex,
    private readonly owed: Owed,
  ) {}

  /** After everything that was asked for before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(() => coded(work));
    // Whoever asked for it gets its error; the next in turn only waits for the end.
    this.last = result.catch(() => undefined);
    return result;
  }

  async transaction<T>(work: (trx: Knex) => Promise<T>): Promise<T> {
    await demandFileOf(this.db);
    return this.db.transaction(async (trx) => {
      await lockForWriting(trx);
      return work(trx);
    });
  }

  /** A transaction that is to find all freshness written: it may remove or move it. */
  async paying<T>(work: (trx: Knex) => Promise<T>): Promise<T> {
    const owed = this.owed.list();
    const result = await this.transaction(async (trx) => {
      await writeFreshness(trx, owed);
      return work(trx);
    });
    this.owed.paid(owed);
    return result;
  }
}
