/**
 * A table whose port has other indexed fields than before keeps its rows where they are: columns and indexes that are new are
 * added, and the database itself reads their values from the items. No row leaves it.
 */
import type { Knex } from 'knex';
import { columnOf, KEY_INDEX, markOf, type PortTable, typeOf } from './port-table.js';
import type { Field, Shape } from './shape.js';
import { all, columnType, isPostgres, quote, run } from './sql.js';
import { columnValue, HASHED, LONGEST, type Value } from './stored-row.js';

/** The table gets its new number: who still holds it under the old one cannot write to it. Returns false where its rows have to be copied. */
export async function reindexed(trx: Knex, old: PortTable, next: PortTable): Promise<boolean> {
  const present = await columnsOf(trx, old);
  const added = next.shape.fields.filter((field) => !old.shape.fields.some(({ name }) => name === field.name));
  // A column of another type, or one that was left from a field of earlier days.
  if (added.some(({ name }) => present.has(`f_${name}`)) || hasOtherKinds(old.shape, next.shape)) return false;
  await run(trx, `ALTER TABLE ${old.name} RENAME TO ${next.name}`);
  for (const field of added) await addColumn(trx, next, field);
  await adjustIndices(trx, old, next, next.indices(trx));
  return true;
}

const hasOtherKinds = (old: Shape, next: Shape): boolean =>
  next.fields.some(({ name, kind }) => old.fields.some((other) => other.name === name && other.kind !== kind));

async function columnsOf(trx: Knex, { bare }: PortTable): Promise<ReadonlySet<string>> {
  return new Set(Object.keys(await trx(bare).columnInfo()));
}

async function addColumn(trx: Knex, table: PortTable, field: Field): Promise<void> {
  const column = columnOf(field);
  const type = columnType(trx, typeOf(field));
  await run(trx, `ALTER TABLE ${table.name} ADD COLUMN ${column} ${type}`);
  const value = valueIn(trx, field);
  // PostgreSQL writes the table and its indexes anew at once, in place of a second version of each row.
  if (isPostgres(trx)) await run(trx, `ALTER TABLE ${table.name} ALTER COLUMN ${column} TYPE ${type} USING ${value}`);
  else
    await run(trx, `UPDATE ${table.name} SET ${column} = ${value} WHERE json_type(item, ${pathOf(field)}) IS NOT NULL`);
  if (field.kind === 'text') await shorten(trx, table, field);
}

const pathOf = ({ name }: Field): string => textOf(`$."${name}"`);

const textOf = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** What `columnValue` makes of the field of an item, in SQL, but for texts that are too long for an index. */
function valueIn(db: Knex, field: Field): string {
  return isPostgres(db) ? valueInPostgres(field) : valueInSqlite(field);
}

function valueInSqlite(field: Field): string {
  const path = pathOf(field);
  const type = `json_type(item, ${path})`;
  if (field.kind === 'flag') return `CASE ${type} WHEN 'null' THEN NULL WHEN 'true' THEN 1 ELSE 0 END`;
  if (field.kind !== 'text') return `json_extract(item, ${path})`;
  // What is no text is kept as its JSON.
  return `CASE ${type} WHEN 'null' THEN NULL WHEN 'text' THEN item ->> ${path} ELSE item -> ${path} END`;
}

function valueInPostgres({ name, kind }: Field): string {
  const text = `(item::json ->> ${textOf(name)})`;
  if (kind === 'flag') return `CASE WHEN ${text} IS NULL THEN NULL WHEN ${text} = 'true' THEN 1 ELSE 0 END`;
  if (kind === 'integer') return `${text}::bigint`;
  return kind === 'real' ? `${text}::double precision` : text;
}

const AT_ONCE = 500;

/** Texts that the index holds as a hash: there are few of them, if any. */
async function shorten(trx: Knex, table: PortTable, field: Field): Promise<void> {
  const column = columnOf(field);
  const bytes = isPostgres(trx) ? `octet_length(${column})` : `length(CAST(${column} AS BLOB))`;
  const sql = `SELECT source, key, ${column} AS value FROM ${table.name}
    WHERE (source, key) > (?, ?) AND (${bytes} > ${LONGEST} OR ${column} LIKE '${HASHED}%') ORDER BY source, key LIMIT ${AT_ONCE}`;
  let last = { source: '', key: '' };
  for (;;) {
    const rows = await all<{ source: string; key: string; value: Value }>(trx, sql, [last.source, last.key]);
    for (const { source, key, value } of rows) {
      const short = columnValue(field, value);
      await run(trx, `UPDATE ${table.name} SET ${column} = ? WHERE source = ? AND key = ?`, [short, source, key]);
    }
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1) ?? last;
  }
}

/** Makes those that lack, and drops those that nobody wants. */
export async function adjustIndices(
  trx: Knex,
  old: PortTable,
  next: PortTable,
  definitions: readonly string[],
): Promise<void> {
  const wanted = new Set(definitions);
  for (const [definition, name] of await indicesOf(trx, old, next)) {
    if (wanted.delete(definition) || isOfTable(name)) continue;
    await run(trx, `DROP INDEX ${quote(name)}`);
  }
  for (const definition of wanted) await next.addIndex(trx, definition);
}

/** SQLite made it for a primary key, and does not drop it. */
const isOfTable = (index: string): boolean => index.startsWith('sqlite_autoindex_');

/** Definition → name. Earlier versions named indexes by their place among those of the table. */
async function indicesOf(trx: Knex, old: PortTable, { bare, name: table }: PortTable) {
  if (!isPostgres(trx)) {
    const sql = `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ?`;
    const rows = await all<{ name: string; sql: string | null }>(trx, sql, [bare]);
    const definitionIn = (sql: string): string => sql.slice(sql.indexOf(` ON ${table} `) + ` ON ${table} `.length);
    return rows.map(({ name, sql }) => [sql === null ? KEY_INDEX : definitionIn(sql), name] as const);
  }
  const sql = `SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema() AND tablename = ?`;
  const names = (await all<{ name: string }>(trx, sql, [bare])).map(({ name }) => name);
  const found: (readonly [definition: string, name: string])[] = [];
  for (const [index, definition] of old.indices(trx).entries()) {
    const marked = names.find((name) => name.endsWith(`_${markOf(definition)}`));
    const placed = names.find((name) => name === `${old.bare}_${index}`);
    if (marked === undefined && placed === undefined) continue;
    if (marked === undefined)
      await run(trx, `ALTER INDEX ${quote(placed ?? '')} RENAME TO ${quote(`${old.bare}_${markOf(definition)}`)}`);
    found.push([definition, marked ?? `${old.bare}_${markOf(definition)}`]);
  }
  return found;
}
