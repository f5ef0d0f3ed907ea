import type { Knex } from 'knex';
import { columnType } from '../sql.js';

/** Returns what adds text columns; PostgreSQL compares them by bytes, as SQLite does. */
export function addText(db: Knex, table: Knex.CreateTableBuilder) {
  const type = columnType(db, 'text');
  return (name: string): Knex.ColumnBuilder => table.specificType(name, type);
}
