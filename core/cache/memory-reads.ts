/** The reads of a port over a plain list of its rows: what SQL does, spelled out. Pure. */
import type { Group, Query, SeriesPoint, Tally } from '@sidelight/plugin-api';
import { daysUntil, hourOf, inSteps } from '@sidelight/plugin-api/host';
import { type Ask, isBound } from './ask.js';
import type { Scope } from './cache.js';
import { groupBy } from './lists.js';
import type { Field, Shape } from './shape.js';
import { compareText, labelOf, type StoredRow, type Value } from './stored-row.js';

export interface HeldRow extends StoredRow {
  readonly source: string;
}

const read = (shape: Shape, row: HeldRow, field: Field): Value =>
  row.values[shape.fields.findIndex(({ name }) => name === field.name)] ?? null;

const byKey = (a: HeldRow, b: HeldRow): number => compareText(a.source, b.source) || compareText(a.key, b.key);

const byTime = (a: HeldRow, b: HeldRow): number => compareText(b.at ?? '', a.at ?? '') || byKey(a, b);

export const matching = (shape: Shape, rows: readonly HeldRow[], ask: Ask): readonly HeldRow[] =>
  rows.filter(
    (row) =>
      (ask.sources?.includes(row.source) ?? !ask.except.includes(row.source)) &&
      (ask.window === null || (row.at !== null && row.at >= ask.window.from && row.at <= ask.window.to)) &&
      ask.where.every(({ field, value }) => [value].flat().includes(read(shape, row, field))),
  );

/** Rows in the order in which a read returns them. */
export function ordered(rows: readonly HeldRow[], ask: Ask): readonly HeldRow[] {
  if (ask.newest !== null) return [...rows].sort(byTime).slice(0, ask.newest);
  const position = (row: HeldRow): number => ask.sources?.indexOf(row.source) ?? 0;
  return [...rows].sort((a, b) => position(a) - position(b) || byKey(a, b));
}

export function tallyOf(shape: Shape, rows: readonly HeldRow[], ask: Ask): Tally {
  const { distinct, sum } = ask;
  const values = distinct === null ? [] : rows.map((row) => [row.source, read(shape, row, distinct)] as const);
  const identities = values.flatMap(([source, value]) =>
    value === null ? [] : [isBound(distinct) ? `${source}:${value}` : `${value}`],
  );
  return {
    count: rows.length,
    distinct: new Set(identities).size,
    sum: sum === null ? 0 : rows.reduce((total, row) => total + Number(read(shape, row, sum) ?? 0), 0),
  };
}

export function groupsOf(shape: Shape, rows: readonly HeldRow[], ask: Ask, by: Field): readonly Group[] {
  const labelled = rows.flatMap((row) => {
    const value = read(shape, row, by);
    return value === null ? [] : [{ row, key: labelOf(by, value), source: isBound(by) ? row.source : null }];
  });
  const groups = groupBy(labelled, ({ key, source }) => JSON.stringify([key, source]));
  return [...groups.values()]
    .flatMap((members) => {
      const [first] = members;
      const inGroup = members.map(({ row }) => row);
      return first === undefined ? [] : [{ key: first.key, source: first.source, ...tallyOf(shape, inGroup, ask) }];
    })
    .sort((a, b) => b.count - a.count || compareText(a.key, b.key) || compareText(a.source ?? '', b.source ?? ''))
    .slice(0, ask.limit ?? undefined);
}

interface SeriesAsked {
  readonly query: Query;
  readonly scope: Scope;
}

/** @param rows whenever they were */
export function seriesOf(
  shape: Shape,
  rows: readonly HeldRow[],
  ask: Ask,
  { query: { per = 'day', days = 1 }, scope: { now, zone } }: SeriesAsked,
): readonly SeriesPoint[] {
  const isHourly = per === 'hour' || per === 'hourOfDay';
  const points = daysUntil(now, zone, days).flatMap(({ day, from, to }) => {
    const within = rows.filter(({ at }) => at !== null && at >= from && at <= to);
    const steps = groupBy(within, ({ at }) => (isHourly ? hourOf(at ?? '', zone) : day));
    return [...steps].flatMap(([at, members]) => sumsOf(shape, members, ask).map((sums) => ({ at, ...sums })));
  });
  return inSteps(points, per, zone);
}

const sumsOf = (shape: Shape, rows: readonly HeldRow[], ask: Ask): readonly Omit<SeriesPoint, 'at'>[] =>
  ask.by === null ? [{ key: null, source: null, ...tallyOf(shape, rows, ask) }] : groupsOf(shape, rows, ask, ask.by);
