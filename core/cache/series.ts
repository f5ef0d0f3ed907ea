/**
 * Sums by day and hour, kept in memory day by day: a day is read again when one of its rows has changed, and no other is. So a
 * graph costs what happened today, however long the history is.
 */
import type { Group, Query, SeriesPoint, Tally } from '@sidelight/plugin-api';
import { type Day, daysUntil, hourOf, inSteps, together } from '@sidelight/plugin-api/host';
import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { type Ask, askOf, isBound } from './ask.js';
import type { Scope } from './cache.js';
import type { CacheState } from './cache-state.js';
import { columnOf, type PortTable } from './port-table.js';
import { selectTally, selectTop, whereOf } from './select.js';
import { all } from './sql.js';
import { labelOf } from './stored-row.js';
import type { Windows } from './windows.js';

interface Asked {
  readonly table: PortTable;
  readonly ask: Ask;
  readonly span: Day;
  readonly isHourly: boolean;
  readonly zone: string;
}

interface Held {
  readonly port: string;
  readonly span: Day;
  readonly serial: number;
  readonly points: Promise<readonly SeriesPoint[]>;
}

/** Of all days together: some 50 MB at the most. */
const MOST_POINTS = 400_000;
/** Before it is known how many it has. */
const GUESS = 10;

type State = Pick<CacheState, 'generation' | 'movedSince' | 'onChange'>;

export class SeriesReads {
  private readonly days = new LRUCache<string, Held>({ maxSize: MOST_POINTS, sizeCalculation: () => GUESS });
  /** Port → its generation when the days that are held were true. */
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly db: Knex,
    private readonly state: State,
    private readonly windows: Windows,
  ) {
    state.onChange((ports) => {
      for (const port of ports) this.forget(port);
    });
  }

  async read(table: PortTable, query: Query, scope: Scope): Promise<readonly SeriesPoint[]> {
    const { per = 'day', days = 1 } = query;
    const { zone, now } = scope;
    const port = table.shape.id;
    if (!this.seen.has(port)) this.seen.set(port, this.state.generation(port));
    const ask = askOf(table.shape, query, scope);
    const isHourly = per === 'hour' || per === 'hourOfDay';
    const before = daysUntil(now, zone, days);
    const today = before.pop();
    const points: SeriesPoint[] = [];
    // One after the other: the first time each is a walk over the rows of a day.
    for (const day of before) points.push(...(await this.pointsOf({ table, ask, span: day, isHourly, zone })));
    if (today !== undefined && !isHourly) points.push(...(await this.todayOf(table, ask, today)));
    for (const span of today !== undefined && isHourly ? hoursIn(today) : []) {
      points.push(...(await this.pointsOf({ table, ask, span, isHourly, zone })));
    }
    return inSteps(points, per, zone);
  }

  private pointsOf({ table, ask, span, isHourly, zone }: Asked): Promise<readonly SeriesPoint[]> {
    const port = table.shape.id;
    const key = JSON.stringify([port, ask, span.from, span.to, isHourly ? zone : '']);
    const held = this.days.get(key);
    if (held !== undefined && held.serial === table.serial) return held.points;
    const points = isHourly ? this.hoursOf(table, ask, span, zone) : this.sumsOf(table, ask, span);
    const entry = { port, span, serial: table.serial, points };
    this.days.set(key, entry);
    points.then(
      ({ length }) => this.days.peek(key) === entry && this.days.set(key, entry, { size: length + 1 }),
      () => this.days.delete(key),
    );
    return points;
  }

  /** The day that goes on: of its rows only those are read that have come since. */
  private async todayOf(table: PortTable, ask: Ask, { day, from, to }: Day): Promise<readonly SeriesPoint[]> {
    const { by } = ask;
    const asked = { table, ask: { ...ask, window: { from, to } }, span: `day ${from}` };
    if (by !== null) return told(day, await this.windows.top({ ...asked, kind: 'top' }, by));
    return whole(day, await this.windows.tally({ ...asked, kind: 'tally' }));
  }

  private async sumsOf(table: PortTable, ask: Ask, { day, from, to }: Day): Promise<readonly SeriesPoint[]> {
    const asked = { ...ask, window: { from, to } };
    const { by } = ask;
    if (by !== null) return told(day, await selectTop(this.db, table, { ...asked, by }));
    return whole(day, await selectTally(this.db, table, asked));
  }

  private async hoursOf(table: PortTable, ask: Ask, { from, to }: Day, zone: string): Promise<readonly SeriesPoint[]> {
    const { by, sum } = ask;
    const where = whereOf(this.db, { ...ask, window: { from, to } });
    const label = by === null ? 'NULL' : columnOf(by);
    const source = isBound(by) ? 'source' : 'NULL';
    const rows = await all<{
      at: string;
      label: string | number | null;
      source: string | null;
      n: number;
      total: number;
    }>(
      this.db,
      `SELECT at, label, bound AS source, COUNT(*) AS n, COALESCE(SUM(amount), 0) AS total
       FROM (SELECT at, ${label} AS label, ${source} AS bound, ${sum === null ? '0' : columnOf(sum)} AS amount
       FROM ${table.name} WHERE ${where.text}${by === null ? '' : ` AND ${label} IS NOT NULL`}) AS part GROUP BY at, label, bound`,
      where.bindings,
    );
    const points = rows.map((row) => ({
      at: row.at,
      key: by === null || row.label === null ? null : labelOf(by, row.label),
      source: row.source,
      ...{ count: row.n, distinct: 0, sum: Number(row.total) },
    }));
    return together(points, (at) => hourOf(at, zone));
  }

  /** The days in which something has changed. */
  private forget(port: string): void {
    const seen = this.seen.get(port);
    if (seen === undefined) return;
    const moved = this.state.movedSince(port, seen);
    this.seen.set(port, this.state.generation(port));
    if (moved === null) return;
    for (const [key, held] of this.days.entries()) {
      if (held.port === port && held.span.to >= moved.from && held.span.from <= moved.until) this.days.delete(key);
    }
  }
}

const told = (at: string, groups: readonly Group[]): readonly SeriesPoint[] =>
  groups.map((group) => ({ at, ...group }));

const whole = (at: string, tally: Tally): readonly SeriesPoint[] =>
  tally.count === 0 ? [] : [{ at, key: null, source: null, ...tally }];

const HOUR_MS = 3_600_000;

/** Stretches of a day: an hour that has passed is not read again with the one that goes on. */
function hoursIn({ day, from, to }: Day): readonly Day[] {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: Math.ceil((end + 1 - begin) / HOUR_MS) }, (_, hour) => {
    const start = begin + hour * HOUR_MS;
    const last = Math.min(end, start + HOUR_MS - 1);
    return { day, from: new Date(start).toISOString(), to: new Date(last).toISOString() };
  });
}
