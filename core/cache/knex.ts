/** The cache on a database: SQLite or PostgreSQL, as knex connects to it. */
import type { AnyPort, Group, Query, Tally } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import { CodedError } from '../ground/errors.js';
import { type Log, silentLog } from '../ground/log.js';
import { askOf } from './ask.js';
import { AtHand } from './at-hand.js';
import type { Batch, Cache, Change, CountedRead, Row, Scope } from './cache.js';
import { CacheState, type Freshness } from './cache-state.js';
import { writeBatches, writeFreshness } from './commit.js';
import { ALL_ROWS } from './counters.js';
import { locationOf } from './database.js';
import { coded } from './database-error.js';
import { declareTable, isSettled, loadTables, wanted } from './declare.js';
import type { HoldOptions } from './held-connection.js';
import { heldPort } from './held-port.js';
import { forgetSource, pruneLogs, renameSource } from './maintenance.js';
import { type News, Notifications, newsOf } from './notifications.js';
import { freshRuns, Owed } from './owed.js';
import { plansOf, ShrinkGuard } from './plan.js';
import type { PortTable } from './port-table.js';
import { selectRows, selectTally, selectTop } from './select.js';
import { all, lockForWriting, run } from './sql.js';
import { isHashed, storedKey } from './stored-row.js';

/** `db` comes from `openDatabase` and stays its caller's: `close` does not close it. */
export async function createKnexCache(db: Knex, options: HoldOptions = {}): Promise<Cache> {
  const cache = new KnexCache(db, options.log ?? silentLog);
  await cache.open(options);
  return cache;
}

class KnexCache implements Cache {
  private readonly state = new CacheState();
  private readonly guard = new ShrinkGuard();
  private readonly notifications = new Notifications();
  private readonly atHandRows = new AtHand();
  private readonly owed = new Owed();
  private readonly ports = new Map<string, AnyPort>();
  private tables: ReadonlyMap<string, PortTable> = new Map();
  /** The last write in the queue: SQLite takes one at a time, and so do we. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly db: Knex,
    private readonly log: Log,
  ) {}

  async open(options: HoldOptions): Promise<void> {
    const location = locationOf(this.db);
    if (location?.kind === 'postgres') {
      await this.notifications.listen(location.url, (news) => void this.hear(news), options);
    }
    await this.inTurn(() => this.refresh(null));
  }

  declare(port: AnyPort, counted?: readonly CountedRead[]): Promise<'same' | 'reindexed' | 'emptied'> {
    return this.inTurn(async () => {
      this.ports.set(port.id, port);
      const held = this.tables.get(port.id);
      if (isSettled(wanted(port, held, counted), held)) return 'same';
      const { change, table } = await this.transactionPaying(async (trx) => {
        const old = (await loadTables(trx)).get(port.id);
        const want = wanted(port, old, counted);
        const table = await declareTable(trx, old, want);
        await this.notifications.tell(trx, { changed: [port.id], fresh: [] });
        return { change: want.change, table };
      });
      this.tables = new Map([...this.tables, [port.id, table]]);
      if (this.atHandRows.has(port.id)) await this.hold(port);
      if (change !== 'emptied') return change === 'reindexed' ? 'reindexed' : 'same';
      this.state.refresh([port.id], []);
      this.state.changed(new Set([port.id]));
      return 'emptied';
    });
  }

  commit(...batches: readonly Batch[]): Promise<ReadonlySet<string>> {
    return this.inTurn(async () => {
      const planned = batches.map((batch) => ({ batch, plans: plansOf(batch.changes, (id) => this.portOf(id)) }));
      const owed = this.owed.list();
      const { changed, isWritten } = await this.transaction(async (trx) => {
        const targetOf = (id: string) => ({ port: this.portOf(id), table: this.tableOf(id) });
        const written = await writeBatches(trx, planned, owed, this.guard, targetOf);
        if (written.isWritten) await this.notifications.tell(trx, newsOf(written.runs, written.changed));
        return written;
      });
      if (isWritten) this.owed.paid(owed);
      for (const { batch, plans } of planned) {
        const touched = plans.map(({ port }) => port);
        this.guard.settled(batch, touched);
        if (!isWritten) this.owed.add(freshRuns(batch));
        this.state.ran(batch.fills, batch.source, batch.task, batch.at);
        this.atHandRows.committed(batch, plans);
      }
      this.state.changed(changed);
      return changed;
    });
  }

  keepAtHand(port: AnyPort): Promise<void> {
    return this.inTurn(() => this.hold(port));
  }

  atHand<P extends AnyPort>(port: P): readonly Row<P>[] {
    return this.atHandRows.all(port);
  }

  expect(source: string, changes: readonly Change[]): void {
    const read = this.atHandRows.expect(source, changes);
    if (read.size > 0) this.state.changed(read);
  }

  generation(port: string): number {
    return this.state.generation(port);
  }

  onChange(listener: (ports: ReadonlySet<string>) => void): () => void {
    return this.state.onChange(listener);
  }

  fetchedAt(port: string): ReadonlyMap<string, string> {
    return this.state.fetchedAt(port);
  }

  async held(port: string, source: string): Promise<ReadonlySet<string>> {
    const { key } = this.portOf(port);
    const { name } = this.tableOf(port);
    const rows = await this.read<{ key: string; item: string | null }>(
      `SELECT key, CASE WHEN key LIKE '#%' THEN item END AS item FROM ${name} WHERE source = ?`,
      [source],
    );
    return new Set(rows.map((row) => (isHashed(row.key) && row.item !== null ? key(JSON.parse(row.item)) : row.key)));
  }

  async cursor(source: string, task: string): Promise<string | undefined> {
    const sql = 'SELECT value FROM cursors WHERE source = ? AND task = ?';
    const [row] = await this.read<{ value: string }>(sql, [source, task]);
    return row?.value;
  }

  async rows<P extends AnyPort>(port: P, query: Query, scope: Scope): Promise<readonly Row<P>[]> {
    if (this.atHandRows.has(port.id)) return this.atHandRows.rows(port, query, scope);
    const table = this.tableOf(port.id);
    const rows = await coded(() => selectRows(this.db, table, askOf(table.shape, query, scope)));
    return rows.map(({ source, item }) => ({ ...(JSON.parse(item) as object), source }) as Row<P>);
  }

  tally(port: AnyPort, query: Query, scope: Scope): Promise<Tally> {
    return coded(async () => {
      if (this.atHandRows.has(port.id)) return this.atHandRows.tally(port, query, scope);
      const table = this.tableOf(port.id);
      return selectTally(this.db, table, askOf(table.shape, query, scope));
    });
  }

  top(port: AnyPort, query: Query, scope: Scope): Promise<readonly Group[]> {
    return coded(async () => {
      if (this.atHandRows.has(port.id)) return this.atHandRows.top(port, query, scope);
      const table = this.tableOf(port.id);
      const ask = askOf(table.shape, query, scope);
      if (ask.by === null) throw new CodedError('internal', `A top of ${port.id} says not by what`);
      return selectTop(this.db, table, { ...ask, by: ask.by });
    });
  }

  async recall(source: string, key: string, now: Date): Promise<unknown> {
    const sql = 'SELECT value FROM memos WHERE source = ? AND key = ? AND expires_at > ?';
    const [row] = await this.read<{ value: string }>(sql, [source, storedKey(key), now.toISOString()]);
    return row === undefined ? undefined : JSON.parse(row.value);
  }

  remember(source: string, key: string, value: unknown, expiresAt: Date): Promise<void> {
    const sql = `INSERT INTO memos (source, key, value, expires_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (source, key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`;
    const bindings = [source, storedKey(key), JSON.stringify(value ?? null), expiresAt.toISOString()];
    return this.inTurn(() => run(this.db, sql, bindings));
  }

  forget(source: string, what: 'snapshots' | 'everything'): Promise<void> {
    return this.maintain((trx) => forgetSource(trx, this.tables, source, what));
  }

  async rename(from: string, to: string): Promise<void> {
    if (from !== to) await this.maintain((trx) => renameSource(trx, this.tables, from, to));
  }

  async sources(): Promise<ReadonlySet<string>> {
    const rows = await this.read<{ source: string }>(
      `SELECT source FROM counters WHERE counter = ?
       UNION SELECT source FROM cursors UNION SELECT source FROM memos`,
      [ALL_ROWS],
    );
    return new Set(rows.map(({ source }) => source));
  }

  async prune(now: Date): Promise<number> {
    let pruned: ReadonlyMap<string, number> = new Map();
    await this.maintain(async (trx) => {
      pruned = await pruneLogs(trx, this.tables, now);
      return new Set(pruned.keys());
    });
    return [...pruned.values()].reduce((sum, n) => sum + n, 0);
  }

  async close(): Promise<void> {
    await this.notifications.stop();
    try {
      await this.inTurn(() => this.transactionPaying((trx) => this.notifications.tell(trx, newsOf(this.owed.list()))));
    } catch (error) {
      this.log.warn('when data was last good could not be stored', { error: messageOf(error) });
    }
  }

  /** Work that moves rows, freshness or cursors outside of a sync. It returns the ports whose rows changed. */
  private maintain(work: (trx: Knex) => Promise<ReadonlySet<string>>): Promise<void> {
    return this.inTurn(async () => {
      const changed = await this.transactionPaying(async (trx) => {
        const changed = await work(trx);
        await this.notifications.tell(trx, { changed: [...changed], fresh: [...this.tables.keys()] });
        return changed;
      });
      await this.refresh(null);
      this.state.changed(changed);
    });
  }

  private async hear(news: News): Promise<void> {
    try {
      await this.inTurn(async () => {
        await this.refresh(news.changed === null ? null : [...news.changed, ...news.fresh]);
        this.state.changed(new Set(news.changed ?? this.tables.keys()));
      });
    } catch (error) {
      this.log.error('could not read what another instance has committed', { error: messageOf(error) });
    }
  }

  /** Reads what the database knows of ports and their freshness. `ports`: those that it is about; null: all. */
  private async refresh(ports: readonly string[] | null): Promise<void> {
    this.tables = await loadTables(this.db);
    const about = ports === null ? null : new Set(ports);
    const records = await all<Freshness>(this.db, 'SELECT port, source, task, at FROM freshness');
    this.state.refresh(
      about,
      records.filter(({ port }) => about === null || about.has(port)),
    );
    for (const { port, source, task, at } of this.owed.list()) this.state.ran([port], source, task, at);
    for (const [id, { port }] of this.atHandRows.ports) if (about === null || about.has(id)) await this.hold(port);
  }

  private async hold(port: AnyPort): Promise<void> {
    this.atHandRows.ports.set(port.id, await heldPort(this.db, port, this.tableOf(port.id)));
  }

  private read<R extends object>(sql: string, bindings: readonly string[]): Promise<R[]> {
    return coded(() => all<R>(this.db, sql, bindings));
  }

  private transaction<T>(work: (trx: Knex) => Promise<T>): Promise<T> {
    return this.db.transaction(async (trx) => {
      await lockForWriting(trx);
      return work(trx);
    });
  }

  /** A transaction that is to find all freshness written: it may remove or move it. */
  private async transactionPaying<T>(work: (trx: Knex) => Promise<T>): Promise<T> {
    const owed = this.owed.list();
    const result = await this.transaction(async (trx) => {
      await writeFreshness(trx, owed);
      return work(trx);
    });
    this.owed.paid(owed);
    return result;
  }

  /** After everything that was asked for before. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(() => coded(work));
    // Whoever asked for it gets its error; the next in turn only waits for the end.
    this.last = result.catch(() => undefined);
    return result;
  }

  private portOf(id: string): AnyPort {
    const port = this.ports.get(id);
    if (port === undefined) throw new CodedError('internal', `The port ${id} was not declared`);
    return port;
  }

  private tableOf(id: string): PortTable {
    const table = this.tables.get(id);
    if (table === undefined) throw new CodedError('internal', `The port ${id} was not declared`);
    return table;
  }
}
