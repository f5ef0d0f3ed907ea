/** The cache on a database: SQLite or PostgreSQL, as knex connects to it. */
import type { AnyPort, Group, Query, Tally } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import { CodedError } from '../ground/errors.js';
import { type Log, silentLog } from '../ground/log.js';
import { askOf } from './ask.js';
import type { Batch, Cache, CountedRead, Row, Scope, Upkeep } from './cache.js';
import { CacheState, type Freshness } from './cache-state.js';
import { type Difference, differenceOf, writeDifference, writeProgress } from './commit.js';
import { locationOf } from './database.js';
import { coded } from './database-error.js';
import { declareTable, isSettled, loadTables, wanted } from './declare.js';
import type { HoldOptions } from './held-connection.js';
import { forgetSource, pruneLogs, renameSource, storedSources } from './maintenance.js';
import { recallMemo, rememberMemo } from './memos.js';
import { type News, Notifications } from './notifications.js';
import { plansOf, ShrinkGuard } from './plan.js';
import type { PortTable } from './port-table.js';
import { selectRows, selectTally, selectTop } from './select.js';
import { all, lockForWriting } from './sql.js';
import { demandUnmoved, lastOf, noteUpkeep, readUpkeep } from './upkeep.js';

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
  private readonly ports = new Map<string, AnyPort>();
  private readonly faults = new Map<string, Error>();
  private tables: ReadonlyMap<string, PortTable> = new Map();
  /** The number of the last upkeep that this process knows of. */
  private known = 0;
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
    // In turn: what it heard of when it began to listen is read by then.
    await this.inTurn(async () => this.takeStock(await readUpkeep(this.db)));
  }

  declare(port: AnyPort, counted?: readonly CountedRead[]): Promise<'same' | 'reindexed' | 'emptied'> {
    const declared = this.inTurn(async () => {
      const change = await this.settle(port, counted);
      this.ports.set(port.id, port);
      this.faults.delete(port.id);
      return change;
    });
    return declared.catch((error: unknown) => this.refuse(port.id, error));
  }

  port(id: string): AnyPort | undefined {
    return this.ports.get(id);
  }

  fault(id: string): Error | undefined {
    return this.faults.get(id);
  }

  commit(batch: Batch): Promise<ReadonlySet<string>> {
    return this.inTurn(async () => {
      const plans = plansOf(batch.changes, (id) => this.portOf(id));
      const changed = await this.transaction(async (trx) => {
        await demandUnmoved(trx, batch.source, this.known);
        const differences: Difference[] = [];
        for (const plan of plans) {
          const table = this.tableOf(plan.port);
          differences.push(await differenceOf(trx, this.portOf(plan.port), table, plan, batch.source));
        }
        this.guard.check(
          batch,
          differences.filter(({ shrinks }) => shrinks).map(({ port }) => port.id),
        );
        const changed = new Set<string>();
        for (const difference of differences) {
          if (await writeDifference(trx, batch.source, difference)) changed.add(difference.port.id);
        }
        await writeProgress(trx, batch);
        await this.notifications.tell(trx, { changed: [...changed], fresh: batch.fills });
        return changed;
      });
      const touched = plans.map(({ port }) => port);
      this.guard.settled(batch, touched);
      this.state.ran(batch.fills, batch.source, batch.task, batch.at);
      this.state.changed(changed);
      return changed;
    });
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
    return coded(() => this.tableOf(port).keys(this.db, source, key));
  }

  async cursor(source: string, task: string): Promise<string | undefined> {
    const sql = 'SELECT value FROM cursors WHERE source = ? AND task = ?';
    const [row] = await coded(() => all<{ value: string }>(this.db, sql, [source, task]));
    return row?.value;
  }

  async rows<P extends AnyPort>(port: P, query: Query, scope: Scope): Promise<readonly Row<P>[]> {
    const table = this.tableOf(port.id);
    const rows = await coded(() => selectRows(this.db, table, askOf(table.shape, query, scope)));
    return rows.map(({ source, item }) => ({ ...(JSON.parse(item) as object), source }) as Row<P>);
  }

  tally(port: AnyPort, query: Query, scope: Scope): Promise<Tally> {
    return coded(async () => {
      const table = this.tableOf(port.id);
      return selectTally(this.db, table, askOf(table.shape, query, scope));
    });
  }

  top(port: AnyPort, query: Query, scope: Scope): Promise<readonly Group[]> {
    return coded(async () => {
      const table = this.tableOf(port.id);
      const ask = askOf(table.shape, query, scope);
      if (ask.by === null) throw new CodedError('internal', `A top of ${port.id} says not by what`);
      return selectTop(this.db, table, { ...ask, by: ask.by });
    });
  }

  recall(source: string, key: string, now: Date): Promise<unknown> {
    return coded(() => recallMemo(this.db, { source, key }, now));
  }

  remember(source: string, key: string, value: unknown, expiresAt: Date): Promise<void> {
    return this.inTurn(() => rememberMemo(this.db, { source, key }, value, expiresAt));
  }

  forget(source: string, what: 'snapshots' | 'everything'): Promise<void> {
    const work = (trx: Knex) => forgetSource(trx, this.tables, source, what);
    return what === 'snapshots' ? this.maintain(work) : this.upkept({ source }, work);
  }

  async rename(from: string, to: string): Promise<void> {
    if (from !== to) await this.upkept({ source: from, to }, (trx) => renameSource(trx, this.tables, from, to));
  }

  async upkeep(): Promise<readonly Upkeep[]> {
    return (await coded(() => readUpkeep(this.db))).filter(({ n }) => n > this.known);
  }

  takeOver(upkeep: readonly Upkeep[]): Promise<void> {
    return this.inTurn(async () => {
      await this.takeStock(upkeep);
      this.state.changed(new Set(this.tables.keys()));
    });
  }

  async sources(): Promise<ReadonlySet<string>> {
    return coded(() => storedSources(this.db));
  }

  async prune(now: Date): Promise<number> {
    let rows = 0;
    await this.maintain(async (trx) => {
      const pruned = await pruneLogs(trx, this.tables, now);
      rows = [...pruned.values()].reduce((sum, n) => sum + n, 0);
      return new Set(pruned.keys());
    });
    return rows;
  }

  async close(): Promise<void> {
    await this.notifications.stop();
    await this.last;
  }

  private async settle(port: AnyPort, counted?: readonly CountedRead[]): Promise<'same' | 'reindexed' | 'emptied'> {
    const held = this.tables.get(port.id);
    if (isSettled(wanted(port, held, counted), held)) return 'same';
    const { change, table } = await this.transaction(async (trx) => {
      const old = (await loadTables(trx)).get(port.id);
      const want = wanted(port, old, counted);
      const table = await declareTable(trx, old, want);
      await this.notifications.tell(trx, { changed: [port.id], fresh: [] });
      return { change: want.change, table };
    });
    this.tables = new Map([...this.tables, [port.id, table]]);
    if (change !== 'emptied') return change === 'reindexed' ? 'reindexed' : 'same';
    this.state.refresh([port.id], []);
    this.state.changed(new Set([port.id]));
    return 'emptied';
  }

  /** What was written down under another declaration is not mixed with rows of this one. A database that fails costs a port nothing that it had. */
  private refuse(id: string, error: unknown): never {
    const isChanged = error instanceof CodedError && error.code === 'port_changed';
    if (isChanged || !this.ports.has(id)) {
      this.ports.delete(id);
      this.faults.set(id, error instanceof Error ? error : new Error(messageOf(error)));
    }
    throw error;
  }

  private async takeStock(upkeep: readonly Upkeep[]): Promise<void> {
    await this.refresh(null);
    this.known = Math.max(this.known, lastOf(upkeep));
  }

  /** Work that other processes have to hear of. */
  private async upkept(what: Omit<Upkeep, 'n'>, work: (trx: Knex) => Promise<ReadonlySet<string>>): Promise<void> {
    let { known } = this;
    await this.maintain(async (trx) => {
      known = await noteUpkeep(trx, what);
      return work(trx);
    });
    this.known = known;
  }

  /** Work that moves rows, freshness or cursors outside of a sync. It returns the ports whose rows changed. */
  private maintain(work: (trx: Knex) => Promise<ReadonlySet<string>>): Promise<void> {
    return this.inTurn(async () => {
      const changed = await this.transaction(async (trx) => {
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
  }

  private transaction<T>(work: (trx: Knex) => Promise<T>): Promise<T> {
    return this.db.transaction(async (trx) => {
      await lockForWriting(trx);
      return work(trx);
    });
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
    if (port === undefined) throw this.faults.get(id) ?? new CodedError('internal', `The port ${id} was not declared`);
    return port;
  }

  private tableOf(id: string): PortTable {
    const table = this.tables.get(id);
    if (table === undefined) throw new CodedError('internal', `The port ${id} was not declared`);
    return table;
  }
}
