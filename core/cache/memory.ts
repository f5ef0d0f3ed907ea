/** The cache in memory, for tests: the same answers as those of a database, found by looking at every row. */
import type { AnyPort, Group, ItemOf, Query, Tally } from '@sidelight/plugin-api';
import { AtHand } from './at-hand.js';
import type { Batch, Cache, Change, Page, Row, Scope, Upkeep, Way } from './cache.js';
import { CacheState, type Freshness } from './cache-state.js';
import { type HeldPort, movedRows, outcomeOf, reindexed } from './memory-rows.js';
import { meantBy, plansOf, ShrinkGuard } from './plan.js';
import { compareShapes, restartsTasks, type Shape, type ShapeChange, shapeOf } from './shape.js';
import { compareText, isHashed, storedKey } from './stored-row.js';

export const createMemoryCache = (): Cache => new MemoryCache();

interface Memo {
  readonly source: string;
  readonly key: string;
  readonly json: string;
  readonly expiresAt: Date;
}

interface Cursor {
  readonly source: string;
  readonly task: string;
  readonly value: string;
}

const DAY_MS = 86_400_000;

const byKey = (a: { readonly key: string }, b: { readonly key: string }): number => compareText(a.key, b.key);

class MemoryCache implements Cache {
  /** As a database that others read: what is tested on it holds there, too. */
  readonly isOwn = false;
  private readonly state = new CacheState();
  private readonly guard = new ShrinkGuard();
  private readonly atHandRows = new AtHand();
  private readonly ports = this.atHandRows.ports;
  private readonly faults = new Map<string, Error>();
  private cursors: readonly Cursor[] = [];
  private memos: readonly Memo[] = [];
  private freshness: readonly Freshness[] = [];

  async declare(port: AnyPort): Promise<'same' | 'reindexed' | 'emptied'> {
    const shape = shapeOf(port);
    const old = this.ports.get(port.id);
    const change = old === undefined ? 'noted' : this.compared(old.shape, shape);
    const rows = change === 'emptied' || old === undefined ? new Map() : reindexed(port, shape, old.rows);
    this.ports.set(port.id, { port, shape, rows });
    if (old !== undefined && change !== 'emptied' && restartsTasks(old.shape, shape))
      this.resetCursors(this.freshnessOf(port.id, () => true));
    if (change !== 'emptied') return change === 'reindexed' ? 'reindexed' : 'same';
    this.resetTasks(port.id, () => true);
    this.settle(new Set([port.id]));
    return 'emptied';
  }

  async commit(...batches: readonly Batch[]): Promise<ReadonlySet<string>> {
    const planned = batches.map((batch) => {
      const plans = plansOf(batch.changes, (id) => this.openPort(id).port);
      const outcomes = plans.map((plan) =>
        outcomeOf(this.heldPort(plan.port), plan, batch.source, meantBy(batch, plan.port)),
      );
      const shrinking = outcomes.filter(({ shrinks }) => shrinks).map(({ held }) => held.port.id);
      this.guard.check(batch, shrinking);
      return { batch, plans, outcomes };
    });
    const changed = new Set<string>();
    for (const { batch, plans, outcomes } of planned) {
      const { source, task, at, fills, cursor } = batch;
      const touched = plans.map(({ port }) => port);
      this.atHandRows.committed(batch, plans);
      this.noteFreshness(touched.map((port) => ({ port, source, task, at: null })));
      this.noteFreshness(fills.map((port) => ({ port, source, task, at })));
      if (cursor !== undefined) {
        const others = this.cursors.filter((other) => other.source !== source || other.task !== task);
        this.cursors = [...others, { source, task, value: cursor }];
      }
      this.guard.settled(batch, touched);
      for (const outcome of outcomes) if (outcome.changed) changed.add(outcome.held.port.id);
    }
    this.settle(changed);
    return changed;
  }

  /** No other process sees this memory. */
  amend: Cache['amend'] = (...batches) => this.commit(...batches);

  /** All of them are. */
  async keepAtHand(port: AnyPort): Promise<void> {
    this.heldPort(port.id);
  }

  atHand<P extends AnyPort>(port: P): readonly Row<P>[] {
    return this.atHandRows.all(port);
  }

  expect(source: string, changes: readonly Change[]): void {
    const read = this.atHandRows.expect(source, changes);
    if (read.size > 0) this.state.changed(read);
  }

  port(id: string): AnyPort | undefined {
    return this.faults.has(id) ? undefined : this.ports.get(id)?.port;
  }

  fault(id: string): Error | undefined {
    return this.faults.get(id);
  }

  generation(port: string): number {
    return this.state.generation(port);
  }

  touched: Cache['touched'] = (port, generation) => this.state.touched(port, generation);

  onChange: Cache['onChange'] = (listener) => this.state.onChange(listener);

  fetchedAt(port: string): ReadonlyMap<string, string> {
    return this.state.fetchedAt(port);
  }

  async held(port: string, source: string): Promise<ReadonlySet<string>> {
    const { port: declared, rows } = this.heldPort(port);
    const held = [...(rows.get(source)?.values() ?? [])];
    return new Set(held.map(({ key, json }) => (isHashed(key) ? declared.key(JSON.parse(json)) : key)));
  }

  async cursor(source: string, task: string): Promise<string | undefined> {
    return this.cursors.find((cursor) => cursor.source === source && cursor.task === task)?.value;
  }

  async rows<P extends AnyPort>(port: P, query: Query, scope: Scope): Promise<readonly Row<P>[]> {
    return this.atHandRows.rows(port, query, scope);
  }

  async named<P extends AnyPort>({ id }: P, source: string, keys: readonly string[]): Promise<readonly ItemOf<P>[]> {
    const wanted = new Set(keys.map(storedKey));
    const rows = [...(this.heldPort(id).rows.get(source)?.values() ?? [])].filter(({ key }) => wanted.has(key));
    return rows.sort(byKey).map(({ json }) => JSON.parse(json) as ItemOf<P>);
  }

  async page<P extends AnyPort>({ id }: P, source: string, after: string, most: number): Promise<Page<ItemOf<P>>> {
    const held = [...(this.heldPort(id).rows.get(source)?.values() ?? [])].sort(byKey);
    const rows = held.filter(({ key }) => compareText(key, after) > 0).slice(0, most);
    return {
      items: rows.map(({ json }) => JSON.parse(json) as ItemOf<P>),
      last: rows.length < most ? null : (rows.at(-1)?.key ?? null),
    };
  }

  async tally(port: AnyPort, query: Query, scope: Scope): Promise<Tally> {
    return this.atHandRows.tally(port, query, scope);
  }

  async top(port: AnyPort, query: Query, scope: Scope): Promise<readonly Group[]> {
    return this.atHandRows.top(port, query, scope);
  }

  series: Cache['series'] = async (port, query, scope) => this.atHandRows.series(port, query, scope);

  wayOf(): Way {
    return 'memory';
  }

  async recall(source: string, key: string, now: Date): Promise<unknown> {
    const memo = this.memos.find((memo) => memo.source === source && memo.key === key);
    return memo === undefined || memo.expiresAt <= now ? undefined : JSON.parse(memo.json);
  }

  async remember(source: string, key: string, value: unknown, expiresAt: Date): Promise<void> {
    const others = this.memos.filter((memo) => memo.source !== source || memo.key !== key);
    this.memos = [...others, { source, key, json: JSON.stringify(value ?? null), expiresAt }];
  }

  async forget(source: string, what: 'snapshots' | 'everything'): Promise<void> {
    const changed = new Set<string>();
    for (const { port, rows } of this.ports.values()) {
      if (what === 'snapshots' && port.keep === 'log') continue;
      this.resetTasks(port.id, (other) => other === source);
      if ((rows.get(source)?.size ?? 0) > 0) changed.add(port.id);
      rows.delete(source);
    }
    if (what === 'everything') {
      this.cursors = this.cursors.filter((cursor) => cursor.source !== source);
      this.memos = this.memos.filter((memo) => memo.source !== source);
      this.freshness = this.freshness.filter((record) => record.source !== source);
    }
    this.settle(changed);
  }

  async rename(from: string, to: string): Promise<void> {
    if (from === to) return;
    const changed = new Set<string>();
    for (const { port, rows } of this.ports.values()) {
      const moving = rows.get(from);
      if (moving === undefined || moving.size === 0) continue;
      rows.set(to, movedRows(moving, rows.get(to), to));
      rows.delete(from);
      changed.add(port.id);
    }
    const renamed = <T extends { readonly source: string }>(list: readonly T[], idOf: (member: T) => string): T[] => {
      const taken = new Set(list.filter(({ source }) => source === to).map(idOf));
      return list
        .filter((member) => member.source !== from || !taken.has(idOf(member)))
        .map((member) => (member.source === from ? { ...member, source: to } : member));
    };
    this.cursors = renamed(this.cursors, ({ task }) => task).filter(
      // The core's own tasks go through rows that are stored: there are others now.
      ({ source, task }) => source !== to || !task.startsWith('@'),
    );
    this.memos = renamed(this.memos, ({ key }) => key);
    this.freshness = renamed(this.freshness, ({ port, task }) => `${port}\n${task}`);
    this.settle(changed);
  }

  /** No other process sees this memory. */
  async upkeep(): Promise<readonly Upkeep[]> {
    return [];
  }

  async takeOver(): Promise<void> {
    this.settle(new Set(this.ports.keys()));
  }

  async sources(): Promise<ReadonlySet<string>> {
    const withRows = [...this.ports.values()].flatMap(({ rows }) =>
      [...rows].flatMap(([source, held]) => (held.size > 0 ? [source] : [])),
    );
    return new Set([...withRows, ...[...this.cursors, ...this.memos].map(({ source }) => source)]);
  }

  async prune(now: Date): Promise<number> {
    const changed = new Set<string>();
    let pruned = 0;
    for (const { port, rows } of this.ports.values()) {
      if (port.keep !== 'log' || port.days === undefined) continue;
      const oldest = new Date(now.getTime() - port.days * DAY_MS).toISOString();
      for (const held of rows.values()) {
        for (const { key, at } of [...held.values()].filter(({ at }) => at !== null && at < oldest)) {
          if (at !== null && held.delete(key)) pruned += 1;
          changed.add(port.id);
        }
      }
    }
    this.memos = this.memos.filter(({ expiresAt }) => expiresAt > now);
    this.settle(changed);
    return pruned;
  }

  close = async (): Promise<void> => this.ports.clear();

  private heldPort = (id: string): HeldPort => this.atHandRows.held(id);

  private compared(old: Shape, next: Shape): ShapeChange {
    this.faults.delete(next.id);
    try {
      return compareShapes(old, next);
    } catch (error) {
      if (error instanceof Error) this.faults.set(next.id, error);
      throw error;
    }
  }

  private openPort(id: string): HeldPort {
    const fault = this.faults.get(id);
    if (fault !== undefined) throw fault;
    return this.heldPort(id);
  }

  /** The tasks that filled a port start from the beginning. */
  private resetTasks(port: string, isMeant: (source: string) => boolean): void {
    const gone = this.freshnessOf(port, isMeant);
    this.resetCursors(gone);
    this.freshness = this.freshness.filter((record) => !gone.includes(record));
  }

  private freshnessOf(port: string, isMeant: (source: string) => boolean): readonly Freshness[] {
    return this.freshness.filter((record) => record.port === port && isMeant(record.source));
  }

  private resetCursors(of: readonly Freshness[]): void {
    this.cursors = this.cursors.filter(
      (cursor) => !of.some(({ source, task }) => source === cursor.source && task === cursor.task),
    );
  }

  /** A time replaces what was known; none leaves it. */
  private noteFreshness(records: readonly Freshness[]): void {
    for (const record of records) {
      const isSame = (other: Freshness): boolean =>
        other.port === record.port && other.source === record.source && other.task === record.task;
      if (record.at === null && this.freshness.some(isSame)) continue;
      this.freshness = [...this.freshness.filter((other) => !isSame(other)), record];
    }
  }

  private settle(changed: ReadonlySet<string>): void {
    this.state.refresh(null, this.freshness);
    this.state.changed(changed);
  }
}
