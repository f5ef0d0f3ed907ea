/** The cache on a database: SQLite or PostgreSQL, as knex connects to it. */
import type { AnyPort } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Knex } from 'knex';
import { type Log, silentLog } from '../ground/log.js';
import { AtHand } from './at-hand.js';
import type { Batch, Cache, Change, CountedRead, Row, Upkeep } from './cache.js';
import { CacheState } from './cache-state.js';
import { planBatches, writeBatches } from './commit.js';
import { Cursors } from './cursors.js';
import { coded } from './database-error.js';
import { declareTable, isSettled, loadTables, wanted } from './declare.js';
import { Declared } from './declared.js';
import { fenceOf } from './fence.js';
import type { HoldOptions } from './held-connection.js';
import { KnexReads } from './knex-reads.js';
import { LateIndices } from './late-indices.js';
import { forgetSource, pruneLogs, renameSource, storedSources } from './maintenance.js';
import { recallMemo, rememberMemo } from './memos.js';
import { ANYTHING, type News, Notifications, newsOf } from './notifications.js';
import { freshRuns, isFreshness, Owed } from './owed.js';
import { ShrinkGuard } from './plan.js';
import { demandShapes } from './shape-check.js';
import { isPostgres } from './sql.js';
import { Stock } from './stock.js';
import { demandUnmoved, lastOf, noteUpkeep, readUpkeep } from './upkeep.js';
import { Writes } from './writes.js';

/** `db` comes from `openDatabase` and stays its caller's: `close` does not close it. */
export async function createKnexCache(db: Knex, options: HoldOptions = {}): Promise<Cache> {
  const cache = new KnexCache(db, options);
  await cache.open(options);
  return cache;
}

class KnexCache implements Cache {
  readonly isOwn: boolean;
  private readonly state = new CacheState();
  private readonly guard = new ShrinkGuard();
  private readonly notifications: Notifications;
  private readonly atHandRows = new AtHand();
  private readonly owed = new Owed();
  private readonly cursors: Cursors;
  private readonly late = new LateIndices(this.state);
  private readonly declared = new Declared();
  private readonly reads: KnexReads;
  private readonly writes: Writes;
  private readonly stock: Stock;
  private readonly log: Log;
  /** Of others, not taken note of yet. */
  private news: News[] = [];
  /** The number of the last upkeep that this process knows of. */
  private known = 0;

  constructor(
    private readonly db: Knex,
    options: HoldOptions,
  ) {
    this.log = options.log ?? silentLog;
    this.notifications = new Notifications(db, options);
    this.writes = new Writes(db, this.owed);
    this.cursors = new Cursors(db);
    const { state, atHandRows: atHand, owed, cursors } = this;
    this.stock = new Stock(db, { state, atHand, owed, cursors });
    this.isOwn = !isPostgres(db);
    this.reads = new KnexReads(db, this.atHandRows, (id) => this.stock.tableOf(id), this.state, this.late);
  }

  async open(options: HoldOptions): Promise<void> {
    await this.notifications.listen((news) => void this.hear(news), options);
    // In turn: what it heard of when it began to listen is read by then.
    await this.writes.inTurn(async () => {
      await this.takeStock(await readUpkeep(this.db));
      await this.late.recover(this.db, this.writes, this.stock.tables.values());
    });
  }

  declare(port: AnyPort, counted?: readonly CountedRead[]): Promise<'same' | 'reindexed' | 'emptied'> {
    const done = this.writes.inTurn(async () => {
      const change = await this.settle(port, counted);
      this.declared.accept(port);
      return change;
    });
    return done.catch((error: unknown) => this.declared.refuse(port.id, error));
  }

  port: Cache['port'] = (id) => this.declared.get(id);
  fault: Cache['fault'] = (id) => this.declared.fault(id);

  commit(...batches: readonly Batch[]): Promise<ReadonlySet<string>> {
    if (batches.every((one) => isFreshness(one) && !this.late.isEndOf(one)))
      return this.writes.inTurn(async () => this.refreshed(batches));
    return this.write(batches, async () => undefined);
  }

  amend(...batches: readonly Batch[]): Promise<ReadonlySet<string>> {
    let { known } = this;
    const written = this.write(batches, async (trx) => {
      for (const { source } of batches) known = await noteUpkeep(trx, { source, to: source });
    });
    return written.then((changed) => {
      this.known = known;
      return changed;
    });
  }

  /** Nothing but how fresh rows are: it waits for the next commit. */
  private refreshed(batches: readonly Batch[]): ReadonlySet<string> {
    this.owed.add(batches.flatMap(freshRuns));
    this.tellFresh();
    for (const { fills, source, task, at } of batches) this.state.ran(fills, source, task, at);
    return new Set();
  }

  /** @param more what else is written in the same transaction */
  private write(batches: readonly Batch[], more: (trx: Knex) => Promise<void>): Promise<ReadonlySet<string>> {
    return this.writes.inTurn(async () => {
      const planned = await planBatches(batches, (id) => this.declared.demand(id));
      for (const batch of batches) this.cursors.moving(batch);
      const owed = this.owed.list();
      this.late.begin();
      const { changed, moved, isWritten } = await this.writes.transaction(async (trx) => {
        for (const { source } of batches) await demandUnmoved(trx, source, this.known);
        const targetOf = (id: string) => ({ port: this.declared.demand(id), table: this.stock.tableOf(id) });
        const fence = fenceOf(this.db);
        const ports = planned.flatMap(({ plans }) => plans.map(({ port }) => port));
        if (!this.isOwn) await demandShapes(trx, ports.map(targetOf), () => fence?.reshaped());
        const written = await writeBatches(trx, planned, owed, this.guard, targetOf, this.late);
        await more(trx);
        if (written.isWritten) await this.notifications.tell(trx, newsOf(written.runs, written.changed));
        if (batches.some(({ byAny }) => byAny !== true)) await fence?.demand(trx);
        return written;
      });
      this.late.committed();
      if (isWritten) this.owed.paid(owed);
      else this.tellFresh();
      for (const { batch, plans } of planned) {
        const touched = plans.map(({ port }) => port);
        this.guard.settled(batch, touched);
        this.cursors.committed(batch);
        if (!isWritten) this.owed.add(freshRuns(batch));
        this.state.ran(batch.fills, batch.source, batch.task, batch.at);
        this.atHandRows.committed(batch, plans);
      }
      this.state.changed(changed, moved);
      return changed;
    });
  }

  keepAtHand: Cache['keepAtHand'] = (port) => this.writes.inTurn(() => this.stock.hold(port));

  atHand = <P extends AnyPort>(port: P): readonly Row<P>[] => this.atHandRows.all(port);

  expect(source: string, changes: readonly Change[]): void {
    const read = this.atHandRows.expect(source, changes);
    if (read.size > 0) this.state.changed(read);
  }

  generation: Cache['generation'] = (port) => this.state.generation(port);
  touched: Cache['touched'] = (id, since) => (this.atHandRows.has(id) ? null : this.state.touched(id, since));
  onChange: Cache['onChange'] = (listener) => this.state.onChange(listener);
  fetchedAt: Cache['fetchedAt'] = (port) => this.state.fetchedAt(port);

  async held(port: string, source: string): Promise<ReadonlySet<string>> {
    const { key } = this.declared.demand(port);
    return coded(() => this.stock.tableOf(port).keys(this.db, source, key, this.late.seen(port) !== undefined));
  }

  cursor: Cache['cursor'] = (source, task) => coded(() => this.cursors.read(source, task));

  rows: Cache['rows'] = (port, query, scope) => this.reads.rows(port, query, scope);
  named: Cache['named'] = (port, source, keys) => this.reads.named(port, source, keys);
  page: Cache['page'] = (port, source, after, most) => this.reads.page(port, source, after, most);
  tally: Cache['tally'] = (port, query, scope) => this.reads.tally(port, query, scope);
  top: Cache['top'] = (port, query, scope) => this.reads.top(port, query, scope);
  series: Cache['series'] = (port, query, scope) => this.reads.series(port, query, scope);
  wayOf: Cache['wayOf'] = (port, asked, scope) => this.reads.wayOf(port, asked, scope);

  recall: Cache['recall'] = (source, key, now) => coded(() => recallMemo(this.db, { source, key }, now));

  remember: Cache['remember'] = (source, key, value, expiresAt) =>
    this.writes.inTurn(() => rememberMemo(this.db, { source, key }, value, expiresAt));

  forget(source: string, what: 'snapshots' | 'everything'): Promise<void> {
    const work = (trx: Knex) => forgetSource(trx, this.stock.tables, source, what);
    return what === 'snapshots' ? this.maintain(work) : this.upkept({ source }, work);
  }

  async rename(from: string, to: string): Promise<void> {
    if (from === to) return;
    await this.upkept({ source: from, to }, (trx) => {
      this.late.hurry();
      return renameSource(trx, this.stock.tables, from, to);
    });
  }

  async upkeep(): Promise<readonly Upkeep[]> {
    return (await coded(() => readUpkeep(this.db))).filter(({ n }) => n > this.known);
  }

  takeOver(upkeep: readonly Upkeep[]): Promise<void> {
    return this.writes.inTurn(async () => {
      await this.takeStock(upkeep);
      this.state.changed(new Set(this.stock.tables.keys()));
    });
  }

  sources: Cache['sources'] = () => coded(() => storedSources(this.db));

  async prune(now: Date): Promise<number> {
    let rows = 0;
    await this.maintain(async (trx) => {
      const pruned = await pruneLogs(trx, this.stock.tables, now);
      rows = [...pruned.values()].reduce((sum, n) => sum + n, 0);
      return new Set(pruned.keys());
    });
    return rows;
  }

  async close(): Promise<void> {
    await this.notifications.stop();
    if (this.owed.list().length === 0) return;
    try {
      await this.writes.inTurn(() =>
        this.writes.paying(async (trx) => {
          await this.notifications.tell(trx, newsOf(this.owed.list()));
          await fenceOf(this.db)?.demand(trx);
        }),
      );
    } catch (error) {
      this.log.warn('when data was last good could not be stored', { error: messageOf(error) });
    }
  }

  private async settle(port: AnyPort, counted?: readonly CountedRead[]): Promise<'same' | 'reindexed' | 'emptied'> {
    const held = this.stock.tables.get(port.id);
    if (isSettled(wanted(port, held, counted), held)) return 'same';
    const { change, table } = await this.writes.paying(async (trx) => {
      const old = (await loadTables(trx)).get(port.id);
      const want = wanted(port, old, counted);
      const table = await declareTable(trx, old, want);
      await this.notifications.tell(trx, { changed: [port.id], remade: true, fresh: [] });
      return { change: want.change, table };
    });
    await this.stock.settled(port, table);
    if (change !== 'emptied') return change === 'reindexed' ? 'reindexed' : 'same';
    this.state.refresh([port.id], []);
    this.state.changed(new Set([port.id]));
    return 'emptied';
  }

  private async takeStock(upkeep: readonly Upkeep[]): Promise<void> {
    for (const { n, source } of upkeep) if (n > this.known) this.owed.drop(source);
    if (upkeep.length > 0) this.late.hurry();
    await this.stock.refresh();
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
    return this.writes.inTurn(async () => {
      const changed = await this.writes.paying(async (trx) => {
        const changed = await work(trx);
        await this.notifications.tell(trx, ANYTHING);
        return changed;
      });
      await this.stock.refresh();
      this.state.changed(changed);
    });
  }

  /** What comes in while the last is taken note of is taken together. */
  private async hear(news: News): Promise<void> {
    this.news.push(news);
    if (this.news.length > 1) return;
    try {
      await this.writes.inTurn(() => this.stock.heard(this.news.splice(0)));
    } catch (error) {
      this.log.error('could not read what another instance has committed', { error: messageOf(error) });
    }
  }

  /** Runs that changed nothing are written with the next commit, for which the others need not wait. */
  private tellFresh(): void {
    this.notifications.tellFresh(() => this.owed.list());
  }
}
