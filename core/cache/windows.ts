/**
 * Sums over windows of time, kept in memory: a window that has moved on, or of which some rows have changed, is not read
 * whole. What holds too many rows for that is asked of the table.
 */
import type { Group, Tally } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { type Ask, isBound } from './ask.js';
import type { CacheState } from './cache-state.js';
import { columnOf, type PortTable } from './port-table.js';
import { identityOf, selectTally, selectTop, whereOf } from './select.js';
import type { Field } from './shape.js';
import { all, jsonRows } from './sql.js';
import { labelOf } from './stored-row.js';
import { type Part, WindowFold } from './window-fold.js';

/** A read of a window. */
export interface Windowed {
  readonly table: PortTable;
  readonly ask: Ask & { readonly window: NonNullable<Ask['window']> };
  /** Which window it is, however far it has moved. */
  readonly span: string;
  /** Groups, or everything as one. */
  readonly kind: 'tally' | 'top';
}

interface Held {
  readonly fold: WindowFold;
  readonly serial: number;
  from: string;
  to: string;
  /** Of the port, when it was read. */
  generation: number;
}

/** Of all windows together: some 80 MB at the most. */
const MOST_PARTS = 600_000;
const MOST_OF_ONE = 450_000;
/** Who began to ask a moment before somebody else gets the same. */
const LAG_MS = 15_000;
/** Windows that nobody asks for are forgotten. */
const KEPT_MS = 10 * 60_000;
/** Rows are read so many at a time, so that nobody waits long meanwhile. */
const AT_ONCE = 5_000;

export class Windows {
  private readonly held = new LRUCache<string, Held>({
    maxSize: MOST_PARTS,
    sizeCalculation: ({ fold }) => fold.parts + 1,
    ttl: KEPT_MS,
    updateAgeOnGet: true,
  });
  /** Those that hold too many rows, and answers of theirs. */
  private readonly large = new LRUCache<string, true>({ max: 100, ttl: KEPT_MS });
  private readonly answers = new LRUCache<string, Promise<Tally | readonly Group[]>>({ max: 100, ttl: KEPT_MS });
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(
    private readonly db: Knex,
    private readonly state: Pick<CacheState, 'generation' | 'movedSince'>,
  ) {}

  tally(read: Windowed): Promise<Tally> {
    const { table, ask } = read;
    return this.answer(
      read,
      (fold) => fold.tally(),
      () => selectTally(this.db, table, ask),
    );
  }

  top(read: Windowed, by: Field): Promise<readonly Group[]> {
    const { table, ask } = read;
    return this.answer(
      read,
      (fold) => fold.top(ask.limit),
      () => selectTop(this.db, table, { ...ask, by }),
    );
  }

  private answer<T extends Tally | readonly Group[]>(
    read: Windowed,
    told: (fold: WindowFold) => T,
    asked: () => Promise<T>,
  ): Promise<T> {
    const { table, ask, span, kind } = read;
    const { window: _, limit: __, ...what } = ask;
    const key = JSON.stringify([kind, table.shape.id, what, span]);
    const isSum = ask.sum === null || ask.sum.kind === 'integer';
    if (!isSum || this.large.has(key)) return this.once(read, `${key} ${ask.limit}`, asked);
    return this.inTurn(key, async () => {
      const held = await this.upToDate(key, read);
      return held === null ? this.once(read, `${key} ${ask.limit}`, asked) : told(held.fold);
    });
  }

  /** The same question of the same rows is asked once. */
  private once<T extends Tally | readonly Group[]>(read: Windowed, what: string, asked: () => Promise<T>): Promise<T> {
    const { table, ask } = read;
    const key = `${what} ${ask.window.from} ${table.serial} ${this.state.generation(table.shape.id)}`;
    // The key says what was asked, and so of what kind its answer is.
    const known = this.answers.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const answer = asked();
    this.answers.set(key, answer);
    answer.catch(() => this.answers.delete(key));
    return answer;
  }

  private inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.turns.get(key) ?? Promise.resolve()).then(work);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    this.turns.set(key, settled);
    void settled.then(() => {
      if (this.turns.get(key) === settled) this.turns.delete(key);
    });
    return result;
  }

  /** null: it holds too many rows. */
  private async upToDate(key: string, read: Windowed): Promise<Held | null> {
    const known = this.held.get(key);
    // What is read without coming to its end is not known.
    this.held.delete(key);
    const held = known !== undefined && this.isContinued(known, read) ? known : null;
    const next = held === null ? await this.begin(read) : await this.goOn(held, read);
    if (next === null || next.fold.parts > MOST_OF_ONE) {
      this.large.set(key, true);
      return null;
    }
    this.held.set(key, next);
    return next;
  }

  private isContinued({ from, to, serial }: Held, { table, ask: { window } }: Windowed): boolean {
    const isBefore = (one: string, other: string): boolean => Date.parse(other) - Date.parse(one) > LAG_MS;
    return serial === table.serial && !isBefore(window.from, from) && window.from <= to && !isBefore(window.to, to);
  }

  private async begin(read: Windowed): Promise<Held | null> {
    const { table, ask } = read;
    const generation = this.state.generation(table.shape.id);
    const { from, to } = ask.window;
    const fold = new WindowFold((label) => (ask.by === null ? '' : labelOf(ask.by, label)));
    const first = await this.page(read, from);
    if (first.next !== null && (await this.count(table, from)) > MOST_OF_ONE) return null;
    fold.add(first.parts, to);
    await this.readOn(fold, read, first.next, to);
    return { fold, serial: table.serial, from, to, generation };
  }

  private async goOn(held: Held, read: Windowed): Promise<Held | null> {
    const { fold } = held;
    const from = latest(held.from, read.ask.window.from);
    const to = latest(held.to, read.ask.window.to);
    const port = read.table.shape.id;
    const generation = this.state.generation(port);
    const moved = this.state.movedSince(port, held.generation);
    fold.move(from, to);
    if (moved !== null && moved.until >= from) {
      const since = moved.from > from ? moved.from : from;
      if (since < fold.middle) return this.begin(read);
      fold.cut(since);
      await this.readOn(fold, read, since, to);
    }
    return Object.assign(held, { from, to, generation });
  }

  private async readOn(fold: WindowFold, read: Windowed, from: string | null, to: string): Promise<void> {
    for (let begin = from; begin !== null; ) {
      const { parts, next } = await this.page(read, begin);
      fold.add(parts, to);
      begin = next;
    }
  }

  private async count({ name }: PortTable, from: string): Promise<number> {
    const sql = `SELECT COUNT(*) AS n FROM (SELECT 1 FROM ${name} WHERE at >= ? LIMIT ?) AS part`;
    const [row] = await all<{ n: number }>(this.db, sql, [from, MOST_OF_ONE + 1]);
    return row?.n ?? 0;
  }

  /** Parts from a time on, and where the next ones begin; null: there are no more. */
  private async page(read: Windowed, from: string): Promise<{ parts: readonly Part[]; next: string | null }> {
    const parts = await this.parts(read, { from, to: LAST }, AT_ONCE);
    const last = parts.at(-1)?.at;
    if (last === undefined || parts.reduce((sum, { n }) => sum + n, 0) < AT_ONCE) return { parts, next: null };
    // Of the last time there may be more rows.
    const whole = parts.filter(({ at }) => at < last);
    if (whole.length > 0) return { parts: whole, next: last };
    return { parts: await this.parts(read, { from: last, to: last }, -1), next: `${last}!` };
  }

  /** @param most rows; -1: all of them */
  private async parts(
    { table, ask, kind }: Windowed,
    window: Windowed['ask']['window'],
    most: number,
  ): Promise<readonly Part[]> {
    const { by, sum, distinct } = ask;
    const where = whereOf(this.db, { ...ask, window });
    const label = kind === 'top' && by !== null ? columnOf(by) : null;
    const columns = {
      label,
      source: label !== null && isBound(by) ? 'source' : null,
      value: distinct === null ? null : identityOf(distinct),
      amount: sum === null ? null : columnOf(sum),
    };
    const told = Object.entries(columns).map(([name, column]) => `${column ?? 'NULL'} AS ${name}`);
    const groups = `SELECT at, label, source, value, COUNT(*) AS n, ${sum === null ? '0' : 'COALESCE(SUM(amount), 0)'} AS total
      FROM (SELECT at, ${told.join(', ')} FROM ${table.name} WHERE ${where.text}${label === null ? '' : ` AND ${label} IS NOT NULL`}
      ORDER BY at${most < 0 ? '' : ' LIMIT ?'}) AS part GROUP BY at, label, source, value ORDER BY at`;
    const [row] = await all<{ list: string | null }>(
      this.db,
      `SELECT ${jsonRows(this.db, PART)} AS list FROM (${groups}) AS parts`,
      most < 0 ? where.bindings : [...where.bindings, most],
    );
    // As the statement has written it.
    const parts = JSON.parse(row?.list ?? '[]') as PartAsList[];
    return parts.map(([at, label, source, value, n, total]) => ({ at, label, source, value, n, total }));
  }
}

const PART = ['at', 'label', 'source', 'value', 'n', 'total'];
type PartAsList = readonly [string, Part['label'], Part['source'], Part['value'], number, number];

const latest = (one: string, other: string): string => (one > other ? one : other);

/** Later than every time. */
const LAST = '~';
