/** The counters as rows. They always equal a recount, because each transaction that moves rows moves them too. */
import type { Knex } from 'knex';
import type { Counter, Delta, Moved } from './counters.js';
import { chunks, groupBy } from './lists.js';
import { columnOf, type PortTable, typeOf } from './port-table.js';
import { all, type Binding, isOneOf, run, selectList, unindexed } from './sql.js';
import { labelOf, type Value } from './stored-row.js';

const AT_ONCE = 500;
const TYPES = ['text', 'text', 'integer', 'integer'] as const;

/** Adds to the counters of a source; groups that have no rows left go. */
export async function addDeltas(db: Knex, port: string, source: string, deltas: readonly Delta[]): Promise<void> {
  for (const chunk of chunks(deltas, AT_ONCE)) {
    const list = chunk.map(({ counter, label, n, total }) => [counter, label, n, total]);
    await run(
      db,
      `INSERT INTO counters (port, source, counter, label, n, total)
       SELECT ?, ?, list.* FROM (${selectList(db, TYPES)}) AS list WHERE true
       ON CONFLICT (port, counter, label, source)
       DO UPDATE SET n = counters.n + excluded.n, total = counters.total + excluded.total`,
      [port, source, JSON.stringify(list)],
    );
    const emptied = groupBy(
      chunk.filter(({ n }) => n < 0),
      ({ counter }) => counter,
    );
    for (const [counter, gone] of emptied) {
      await run(
        db,
        `DELETE FROM counters WHERE port = ? AND counter = ? AND ${isOneOf(db, 'label')} AND source = ? AND n = 0`,
        [port, counter, JSON.stringify(gone.map(({ label }) => label)), source],
      );
    }
  }
}

/** How many values came, less those that went. Asked once the rows are written. */
export async function cameOf(db: Knex, table: PortTable, source: string, { counter, values }: Moved): Promise<number> {
  const { where, distinct } = counter;
  const column = columnOf(distinct);
  const conditions = conditionsOf(where, (name) => unindexed(db, name));
  let came = 0;
  for (const chunk of chunks(values, AT_ONCE)) {
    const rows = await all<{ value: Value; n: number }>(
      db,
      `SELECT ${column} AS value, COUNT(*) AS n FROM ${table.name}
       WHERE ${['source = ?', isOneOf(db, column, typeOf(distinct)), ...conditions.texts].join(' AND ')} GROUP BY ${column}`,
      [source, JSON.stringify(chunk.map(([value]) => value)), ...conditions.bindings],
    );
    const now = new Map(rows.map(({ value, n }) => [value, n]));
    for (const [value, more] of chunk) {
      const n = now.get(value) ?? 0;
      came += (n > 0 ? 1 : 0) - (n - more > 0 ? 1 : 0);
    }
  }
  return came;
}

export interface RowSet {
  /** A condition of SQL on the rows of a table. */
  readonly where: string;
  readonly bindings: readonly Binding[];
}

export const everyRow: RowSet = { where: 'true', bindings: [] };

/** Adds rows that the counters do not know of yet, or takes off rows that are about to go. */
export async function countRows(
  db: Knex,
  table: PortTable,
  counters: readonly Counter[],
  sign: 1 | -1,
  rows: RowSet,
): Promise<void> {
  for (const counter of counters) {
    const bySource = groupBy(await groupsOf(db, table, counter, rows), ({ source }) => source);
    for (const [source, groups] of bySource) {
      const deltas = groups.map(({ label, n, total }) => ({
        counter: counter.id,
        label: counter.by === null ? '' : labelOf(counter.by, label),
        n: sign * n,
        total: sign * total,
      }));
      await addDeltas(db, table.shape.id, source, deltas);
    }
  }
}

interface GroupRow {
  readonly source: string;
  readonly label: string | number;
  readonly n: number;
  readonly total: number;
}

/** As SQL. The values of a counter are single ones. */
function conditionsOf(where: Counter['where'], nameOf: (column: string) => string) {
  return {
    texts: where.map(({ field, value }) => `${nameOf(columnOf(field))} ${value === null ? 'IS NULL' : '= ?'}`),
    bindings: where.map(({ value }) => value).filter((value): value is Exclude<Value, null> => value !== null),
  };
}

function groupsOf(db: Knex, table: PortTable, counter: Counter, rows: RowSet): Promise<GroupRow[]> {
  const { by, sum, distinct } = counter;
  const conditions = conditionsOf(counter.where, (column) => column);
  const group = by === null ? [] : [columnOf(by)];
  const added = sum === null ? '0' : `COALESCE(SUM(${columnOf(sum)}), 0)`;
  const total = distinct === undefined ? added : `COUNT(DISTINCT ${columnOf(distinct)})`;
  return all<GroupRow>(
    db,
    `SELECT source, ${group[0] ?? `''`} AS label, COUNT(*) AS n, ${total} AS total FROM ${table.name}
     WHERE ${[rows.where, ...conditions.texts, ...group.map((column) => `${column} IS NOT NULL`)].join(' AND ')}
     GROUP BY ${['source', ...group].join(', ')}`,
    [...rows.bindings, ...conditions.bindings],
  );
}
