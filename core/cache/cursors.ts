/** Where tasks go on: read once, and known from then on as long as nothing but commits of this process moves it. */
import type { Knex } from 'knex';
import type { Batch } from './cache.js';
import { all } from './sql.js';

export class Cursors {
  private known = new Map<string, string | undefined>();

  constructor(private readonly db: Knex) {}

  async read(source: string, task: string): Promise<string | undefined> {
    const { known } = this;
    const key = keyOf(source, task);
    if (known.has(key)) return known.get(key);
    const sql = 'SELECT value FROM cursors WHERE source = ? AND task = ?';
    const [row] = await all<{ value: string }>(this.db, sql, [source, task]);
    if (!known.has(key)) known.set(key, row?.value);
    return row?.value;
  }

  /** Before the commit, and after it: a read in between may have found either. */
  moving({ source, task, cursor }: Batch): void {
    if (cursor !== undefined) this.known.delete(keyOf(source, task));
  }

  committed({ source, task, cursor }: Batch): void {
    if (cursor !== undefined) this.known.set(keyOf(source, task), cursor);
  }

  /** Something else than a commit may have moved them. What is being read now is not kept. */
  forget(): void {
    this.known = new Map();
  }
}

const keyOf = (source: string, task: string): string => `${source}\n${task}`;
