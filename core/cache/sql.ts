/** Plain SQL over knex, and the few things that SQLite and PostgreSQL say differently. */
import type { Knex } from 'knex';
import { token } from '../ground/token.js';

export type Binding = string | number | null;
/** Values in a fixed order: one row of a list that is bound as a single JSON text. */
export type Tuple = readonly Binding[];
export type ColumnType = 'text' | 'integer' | 'real';

export const isPostgres = (db: Knex): boolean => (db.client as { config: { client: unknown } }).config.client === 'pg';

export async function all<R extends object>(db: Knex, sql: string, bindings: readonly Binding[] = []): Promise<R[]> {
  const answer: unknown = await db.raw(sql, bindings as Binding[]);
  return (isPostgres(db) ? (answer as { rows: unknown }).rows : answer) as R[];
}

export async function run(db: Knex, sql: string, bindings: readonly Binding[] = []): Promise<void> {
  await db.raw(sql, bindings as Binding[]);
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** `(?, ?, ?)` for that many values. */
export const marks = (values: readonly unknown[]): string => `(${values.map(() => '?').join(', ')})`;

/** The type of a column as the database calls it; PostgreSQL compares text by bytes, as SQLite does. */
export function columnType(db: Knex, type: ColumnType): string {
  if (!isPostgres(db)) return type;
  return { text: 'text COLLATE "C"', integer: 'bigint', real: 'double precision' }[type];
}

/**
 * `SELECT` of a list of tuples that is bound as one JSON text, with a column for each of their values. One binding however
 * long the list is: no limit on variables, and one statement text for all lengths.
 */
export function selectList(db: Knex, types: readonly ColumnType[]): string {
  if (!isPostgres(db)) return `SELECT ${types.map((_, i) => `value->>${i}`).join(', ')} FROM json_each(?) WHERE true`;
  return `SELECT ${types.map((type, i) => `(value->>${i})${CASTS[type]}`).join(', ')} FROM json_array_elements(?::json)`;
}

const CASTS = { text: '', integer: '::bigint', real: '::double precision' } as const;

/** Whether a column is one of a list of values that is bound as one JSON text. */
export const isOneOf = (db: Knex, column: string, type: ColumnType = 'text'): string =>
  isPostgres(db)
    ? `${column} = ANY (ARRAY(SELECT json_array_elements_text(?::json)${CASTS[type]}))`
    : `${column} IN (SELECT value FROM json_each(?))`;

/** All values of a column as one JSON text, in the order of the rows that are selected from. */
export const jsonList = (db: Knex, column: string): string =>
  isPostgres(db) ? `json_agg(${column})::text` : `json_group_array(${column})`;

/** All rows as one JSON text, a list of the values of some columns each: the driver makes objects of rows one value at a time. */
export const jsonRows = (db: Knex, columns: readonly string[]): string =>
  isPostgres(db)
    ? `json_agg(json_build_array(${columns.join(', ')}))::text`
    : `json_group_array(json_array(${columns.join(', ')}))`;

/** A column that the planner should not look for in an index. PostgreSQL has statistics to decide by. */
export const unindexed = (db: Knex, column: string): string => (isPostgres(db) ? column : `+${column}`);

/**
 * The first statement of a transaction that reads before it writes. On SQLite a transaction that begins with a read cannot
 * wait for another writer; on PostgreSQL two that write the same counters could deadlock.
 */
export const lockForWriting = (trx: Knex): Promise<void> =>
  isPostgres(trx)
    ? run(trx, 'SELECT pg_advisory_xact_lock(?)', [WRITE_LOCK])
    : run(trx, `UPDATE meta SET value = value WHERE name = ''`);

/** Advisory locks of PostgreSQL are numbers that all programs on a database share. */
export const WRITE_LOCK = 7_780_001;
export const LEADER_LOCK = 7_780_002;

/** A number or a flag as the text that it sorts by. */
export const asText = (db: Knex, column: string): string =>
  `CAST(${column} AS text)${isPostgres(db) ? ' COLLATE "C"' : ''}`;

/** Returns what adds text columns; PostgreSQL compares them by bytes, as SQLite does. */
export function addText(db: Knex, table: Knex.CreateTableBuilder) {
  const type = columnType(db, 'text');
  return (name: string): Knex.ColumnBuilder => table.specificType(name, type);
}

export const DATABASE = token<Knex>('Database');
