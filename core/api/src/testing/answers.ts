/** Answers reads from a plain list of rows, as the daemon answers them from its cache: what a test gives to a render. Pure. */
import { dayOf } from '../display.js';
import { daysUntil, hourOf, inSteps } from '../host/series-steps.js';
import { type AnyPort, isSourceBound } from '../port.js';
import type { Group, Query, Read, Reads, Rows, Since, Tally } from '../read.js';
import type { SeriesPoint } from '../series.js';

/** Rows of one integration, and when they are asked for. */
export interface Scene {
  /** The integration's id. undefined: there is none that supplies anything. */
  readonly source: string | undefined;
  readonly now: Date;
  readonly zone: string;
  cached(port: AnyPort): readonly object[];
  live(port: AnyPort): readonly object[];
}

/** Frozen all the way down: nobody may change what others are shown, too. */
export const answersTo = (reads: Reads, scene: Scene): Readonly<Record<string, unknown>> =>
  frozen(Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, answerTo(read, scene)])));

function answerTo({ kind, freshness, port, query = {} }: Read, scene: Scene): unknown {
  if (kind === 'digest' || port === undefined) return [];
  const supplied = scene.source === undefined ? [] : freshness === 'live' ? scene.live(port) : scene.cached(port);
  const rows = supplied.map((row) => ({ port, row: structuredClone(row) as Fields }));
  const asked = rows.filter((one) => isAsked(one, query, scene)).sort(byKey);
  if (kind === 'tally') return tallyOf(asked, query);
  if (kind === 'series') return seriesOf(asked, query, scene);
  return kind === 'top' ? groupsOf(asked, query, scene) : rowsOf(asked, query, scene);
}

type Fields = Readonly<Record<string, unknown>>;

interface Row {
  readonly port: AnyPort;
  readonly row: Fields;
}

const byKey = (a: Row, b: Row): number => compare(a.port.key(a.row), b.port.key(b.row));
const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const timeOf = ({ port, row }: Row): number => Date.parse(port.at?.(row) ?? '');

const SPANS: Readonly<Record<Exclude<Since, 'midnight'>, number>> = {
  '15m': 15 * 60_000,
  '24h': 24 * 3_600_000,
  '7d': 7 * 24 * 3_600_000,
  '30d': 30 * 24 * 3_600_000,
  '90d': 90 * 24 * 3_600_000,
  '365d': 365 * 24 * 3_600_000,
};

function isAsked(one: Row, { since, where = {} }: Query, { now, zone }: Scene): boolean {
  const fits = Object.entries(where).every(([field, wanted]) =>
    Array.isArray(wanted) ? wanted.includes(one.row[field]) : one.row[field] === wanted,
  );
  if (!fits || since === undefined) return fits;
  const time = timeOf(one);
  if (Number.isNaN(time) || time > now.getTime()) return false;
  return since === 'midnight' ? dayOf(new Date(time), zone) === dayOf(now, zone) : time >= now.getTime() - SPANS[since];
}

function rowsOf(rows: readonly Row[], { newest }: Query, { source, now }: Scene): Rows<object> {
  const shown =
    newest === undefined ? rows : [...rows].sort((a, b) => (timeOf(b) || 0) - (timeOf(a) || 0)).slice(0, newest);
  const fetchedAt = now.toISOString();
  return {
    items: shown.map(({ row }) => ({ ...row, source: source ?? '' })),
    sources: source === undefined ? [] : [{ id: source, state: 'ok', fetchedAt }],
  };
}

const tallyOf = (rows: readonly Row[], { distinct, sum }: Query): Tally => ({
  count: rows.length,
  distinct: distinct === undefined ? 0 : new Set(valuesOf(rows, distinct)).size,
  sum: sum === undefined ? 0 : valuesOf(rows, sum).reduce((total: number, value) => total + Number(value), 0),
});

const valuesOf = (rows: readonly Row[], field: string): readonly unknown[] =>
  rows.map(({ row }) => row[field]).filter((value) => value !== undefined);

function groupsOf(rows: readonly Row[], query: Query, { source }: Scene): readonly Group[] {
  const { by = '', limit } = query;
  const keys = [...new Set(valuesOf(rows, by).map(String))];
  return keys
    .map((key) => ({
      key,
      source: isSourceBound(by) ? (source ?? null) : null,
      ...tallyOf(
        rows.filter(({ row }) => String(row[by]) === key),
        query,
      ),
    }))
    .sort((a, b) => b.count - a.count || compare(a.key, b.key))
    .slice(0, limit);
}

function seriesOf(rows: readonly Row[], query: Query, scene: Scene): readonly SeriesPoint[] {
  const { per = 'day', days = 1, by } = query;
  const { now, zone } = scene;
  const isHourly = per === 'hour' || per === 'hourOfDay';
  const points = daysUntil(now, zone, days).flatMap(({ day, from, to }) => {
    const within = rows.filter((row) => timeOf(row) >= Date.parse(from) && timeOf(row) <= Date.parse(to));
    const stepOf = (row: Row): string => (isHourly ? hourOf(new Date(timeOf(row)).toISOString(), zone) : day);
    return [...new Set(within.map(stepOf))].flatMap((at): readonly SeriesPoint[] => {
      const members = within.filter((row) => stepOf(row) === at);
      if (by !== undefined) return groupsOf(members, query, scene).map((group) => ({ at, ...group }));
      return [{ at, key: null, source: null, ...tallyOf(members, query) }];
    });
  });
  return inSteps(points, per, zone);
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
