/** The reads of a port as SQL. Every value is bound. */
import type { Group, Tally } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import { type Ask, type Condition, isBound, isList } from './ask.js';
import { ALL_ROWS, type Counter, counterFor } from './counters.js';
import { groupBy } from './lists.js';
import { columnOf, type PortTable, typeOf } from './port-table.js';
import type { Field } from './shape.js';
import { all, asText, type Binding, isOneOf, marks, unindexed } from './sql.js';
import { labelOf } from './stored-row.js';

/** A condition and what it binds. */
interface Sql {
  readonly text: string;
  readonly bindings: readonly Binding[];
}

export interface ItemRow {
  readonly source: string;
  readonly item: string;
}

/** In the order of the sources, then by key; with `newest` the latest first. */
export async function selectRows(db: Knex, table: PortTable, ask: Ask): Promise<readonly ItemRow[]> {
  if (ask.newest !== null) return selectNewest(db, table, ask, ask.newest);
  const where = whereOf(db, ask, sourceIn(db, ask));
  const rows = await all<ItemRow>(
    db,
    `SELECT source, item FROM ${table.name} WHERE ${where.text} ORDER BY source, key`,
    where.bindings,
  );
  if (ask.sources === null) return rows;
  const bySource = groupBy(rows, ({ source }) => source);
  return ask.sources.flatMap((source) => bySource.get(source) ?? []);
}

/** Each source on its own, by an index that ends with the time where there is one: otherwise SQLite would sort all rows. */
async function selectNewest(db: Knex, table: PortTable, ask: Ask, newest: number): Promise<readonly ItemRow[]> {
  const held = ask.sources ?? (await heldSources(db, table));
  const sources = held.filter((source) => ask.sources !== null || !ask.except.includes(source));
  if (sources.length === 0) return [];
  const isFound = ask.window === null && ask.where.length > 0 && !ask.where.some(endsWithTime);
  const column = isFound ? sourceIn(db, ask) : 'source';
  const order = `ORDER BY ${table.shape.timed ? 'at DESC NULLS LAST, ' : ''}source, key LIMIT ?`;
  const parts = sources.map((source) => {
    const where = whereOf(db, { ...ask, sources: [source] }, column);
    const found = `SELECT source, key, at, item FROM ${table.name} WHERE ${where.text}`;
    // Found first and sorted then: PostgreSQL would go back in time until it has come across enough of them.
    const text = isFound ? `WITH found AS MATERIALIZED (${found}) SELECT * FROM found ${order}` : `${found} ${order}`;
    return {
      text: `SELECT * FROM (${text}) AS part`,
      bindings: [...where.bindings, newest],
    };
  });
  return all<ItemRow>(
    db,
    `SELECT source, item FROM (${parts.map(({ text }) => text).join(' UNION ALL ')}) AS parts ${order}`,
    [...parts.flatMap(({ bindings }) => bindings), newest],
  );
}

/** Whether the index on what it asks for has the rows in the order of their time. */
const endsWithTime = ({ field, value }: Condition): boolean => field.few === true && !isList(value);

async function heldSources(db: Knex, { shape }: PortTable): Promise<readonly string[]> {
  const sql = 'SELECT source FROM counters WHERE port = ? AND counter = ?';
  const rows = await all<{ source: string }>(db, sql, [shape.id, ALL_ROWS]);
  return rows.map(({ source }) => source);
}

interface Sums {
  readonly n: number;
  readonly total: number | null;
  readonly different: number;
}

export async function selectTally(db: Knex, table: PortTable, ask: Ask): Promise<Tally> {
  const counter = counterFor(ask, table.counters);
  const from = counter === undefined ? fromRows(db, table, ask) : fromCounter(table, counter, ask);
  const [row] = await all<Sums>(db, `SELECT ${from.sums} FROM ${from.text}`, from.bindings);
  return tallyOf(row ?? { n: 0, total: 0, different: 0 });
}

export async function selectTop(
  db: Knex,
  table: PortTable,
  ask: Ask & { readonly by: Field },
): Promise<readonly Group[]> {
  const counter = counterFor(ask, table.counters);
  const from = counter === undefined ? fromRows(db, table, ask) : fromCounter(table, counter, ask);
  const group = counter === undefined ? columnOf(ask.by) : 'label';
  // Numbers and flags sort as the text that they are shown as.
  const order = counter === undefined && ask.by.kind !== 'text' ? asText(db, group) : group;
  const source = isBound(ask.by) ? ', source' : '';
  const rows = await all<Sums & { label: string | number; source?: string }>(
    db,
    `SELECT ${group} AS label${source}, ${from.sums} FROM ${from.text} AND ${group} IS NOT NULL
     GROUP BY ${group}${source} ORDER BY n DESC, ${order}${source}${ask.limit === null ? '' : ' LIMIT ?'}`,
    ask.limit === null ? from.bindings : [...from.bindings, ask.limit],
  );
  const labelled = (label: string | number): string => (counter === undefined ? labelOf(ask.by, label) : String(label));
  return rows.map((row) => ({ key: labelled(row.label), source: row.source ?? null, ...tallyOf(row) }));
}

const tallyOf = (row: Sums): Tally => ({ count: row.n, distinct: row.different, sum: row.total ?? 0 });

/** Where sums come from: the columns that add them up, and a FROM with its WHERE. */
interface From extends Sql {
  readonly sums: string;
}

function fromCounter(table: PortTable, counter: Counter, ask: Ask): From {
  const sources = sourcesOf(ask);
  return {
    sums: `COALESCE(SUM(n), 0) AS n, ${counter.distinct === undefined ? 'SUM(total) AS total, 0' : '0 AS total, COALESCE(SUM(total), 0)'} AS different`,
    text: `counters WHERE port = ? AND counter = ? AND ${sources.text}`,
    bindings: [table.shape.id, counter.id, ...sources.bindings],
  };
}

function fromRows(db: Knex, table: PortTable, ask: Ask): From {
  const where = whereOf(db, ask, sourceIn(db, ask, true));
  const total = ask.sum === null ? '0' : `SUM(${columnOf(ask.sum)})`;
  const different = ask.distinct === null ? '0' : `COUNT(DISTINCT ${identityOf(ask.distinct)})`;
  return {
    sums: `COUNT(*) AS n, ${total} AS total, ${different} AS different`,
    text: `${table.name} WHERE ${where.text}`,
    bindings: where.bindings,
  };
}

/** What makes two values of a field the same. A source's id holds no colon. */
export const identityOf = (field: Field): string =>
  isBound(field) ? `(source || ':' || CAST(${columnOf(field)} AS text))` : columnOf(field);

export function whereOf(db: Knex, ask: Ask, column = 'source'): Sql {
  const parts = [
    sourcesOf(ask, column),
    ...ask.where.map((condition) => conditionOf(db, condition, ask.window !== null)),
  ];
  if (ask.window !== null) parts.push({ text: 'at >= ? AND at <= ?', bindings: [ask.window.from, ask.window.to] });
  return {
    text: parts.map(({ text }) => text).join(' AND '),
    bindings: parts.flatMap(({ bindings }) => bindings),
  };
}

/**
 * The source as the planner is to see it: a value of a field is shared by fewer rows than a source, whose index leads to each
 * of its rows. SQLite, which has no statistics, would take either.
 * @param isCounted every row counts where nothing is asked for: the index on the field that it is counted by holds all that it takes
 */
const sourceIn = (db: Knex, { window, where }: Ask, isCounted = false): string =>
  window === null && (isCounted || where.length > 0) ? unindexed(db, 'source') : 'source';

function sourcesOf({ sources, except }: Ask, column = 'source'): Sql {
  if (sources === null) {
    if (except.length === 0) return { text: 'true', bindings: [] };
    return { text: `${column} NOT IN ${marks(except)}`, bindings: except };
  }
  if (sources.length === 0) return { text: 'false', bindings: [] };
  return { text: `${column} IN ${marks(sources)}`, bindings: sources };
}

/** A window holds fewer rows than a value of a field does, as a rule: its index is the one to use. */
function conditionOf(db: Knex, { field, value }: Condition, inWindow: boolean): Sql {
  const column = inWindow ? unindexed(db, columnOf(field)) : columnOf(field);
  if (isList(value)) return { text: isOneOf(db, column, typeOf(field)), bindings: [JSON.stringify(value)] };
  return value === null ? { text: `${column} IS NULL`, bindings: [] } : { text: `${column} = ?`, bindings: [value] };
}
