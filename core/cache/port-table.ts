/** The table of one port: a row for each item, with its indexed fields as columns. */
import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import { type Counter, countedFields } from './counters.js';
import { chunks, groupBy } from './lists.js';
import type { Field, Shape } from './shape.js';
import { all, type ColumnType, columnType, isOneOf, isPostgres, jsonList, quote, run, selectList } from './sql.js';
import { columnValue, isHashed, type StoredRow, type Value } from './stored-row.js';

/** A row as it is before a commit: what it takes to tell whether it changes, and to keep the counters. */
export interface OldRow {
  readonly key: string;
  readonly hash: string;
  readonly at: string | null;
  /** Of the indexed fields, in their order; null where no counter wants to know. */
  readonly values: readonly Value[];
}

interface ItemRow {
  readonly source: string;
  readonly key: string;
  readonly hash: string;
  readonly item: string;
  readonly at: string | null;
}

const KEYS_AT_ONCE = 500;
const ROWS_AT_ONCE = 500;
const PAGE = 2000;
const KEYS_PAGE = 5000;

/** The index that holds a key to one row. PostgreSQL's tables have it as their primary key, those of SQLite's earlier ones, too. */
export const KEY_INDEX = '(source, key)';

export const columnOf = (field: Field): string => quote(`f_${field.name}`);

export const typeOf = ({ kind }: Field): ColumnType => (kind === 'flag' ? 'integer' : kind);

/** What the name of an index ends with. */
export const markOf = (definition: string): string => hash('sha1', definition).slice(0, 10);

export class PortTable {
  /** Quoted. */
  readonly name: string;
  readonly bare: string;
  private readonly columns: readonly string[];
  private readonly types: readonly ColumnType[];
  private readonly counted: readonly (Field | null)[];
  private readonly oldColumns: string;

  constructor(
    readonly serial: number,
    readonly shape: Shape,
    readonly counters: readonly Counter[],
  ) {
    this.bare = `rows_${serial}_${shape.id.replace(/\W/g, '_').slice(0, 40)}`;
    this.name = quote(this.bare);
    this.columns = ['source', 'key', 'hash', 'item', 'at', ...shape.fields.map(columnOf)];
    this.types = ['text', 'text', 'text', 'text', ...shape.fields.map(typeOf)];
    const counted = countedFields(counters);
    this.counted = shape.fields.map((field) => (counted.has(field.name) ? field : null));
    this.oldColumns = ['key', 'hash', 'at', ...this.counted.flatMap((f) => (f === null ? [] : [columnOf(f)]))].join(
      ', ',
    );
  }

  /**
   * The keys of a source's rows; `key` makes one of an item, where it was too long to be kept. A page is one text: a row of the
   * driver for each key would hold up everything else. @param isBare the table is without its indexes
   */
  async keys(db: Knex, source: string, key: (item: never) => string, isBare = false): Promise<ReadonlySet<string>> {
    const keys = new Set<string>();
    for await (const page of isBare ? this.keysAsTheyLie(db, source) : this.keysInOrder(db, source)) {
      for (const stored of page) if (!isHashed(stored)) keys.add(stored);
      const hashed = page.filter(isHashed);
      for (const item of await this.named(db, source, hashed)) keys.add(key(JSON.parse(item) as never));
    }
    return keys;
  }

  private async *keysInOrder(db: Knex, source: string): AsyncGenerator<readonly string[]> {
    const sql = `SELECT ${jsonList(db, 'key')} AS list FROM
      (SELECT key FROM ${this.name} WHERE source = ? AND key > ? ORDER BY key LIMIT ${KEYS_PAGE}) AS page`;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const [row] = await all<{ list: string | null }>(db, sql, [source, after]);
      const page = JSON.parse(row?.list ?? '[]') as readonly string[];
      yield page;
      after = page.length < KEYS_PAGE ? undefined : page.at(-1);
    }
  }

  /** On SQLite, where no index has them in order. */
  private async *keysAsTheyLie(db: Knex, source: string): AsyncGenerator<readonly string[]> {
    const sql = `SELECT json_group_array(key) AS list, MAX(place) AS last FROM
      (SELECT rowid AS place, key FROM ${this.name} WHERE source = ? AND rowid > ? ORDER BY rowid LIMIT ${KEYS_PAGE})`;
    for (let after: number | null = 0; after !== null; ) {
      const [row]: { list: string; last: number | null }[] = await all(db, sql, [source, after]);
      yield JSON.parse(row?.list ?? '[]') as readonly string[];
      after = row?.last ?? null;
    }
  }

  async create(db: Knex): Promise<void> {
    const text = columnType(db, 'text');
    const fields = this.shape.fields.map((field) => `, ${columnOf(field)} ${columnType(db, typeOf(field))}`);
    // SQLite cannot drop the index of a primary key.
    const key = isPostgres(db) ? `, PRIMARY KEY ${KEY_INDEX}` : '';
    await run(
      db,
      `CREATE TABLE ${this.name} (source ${text} NOT NULL, key ${text} NOT NULL, hash ${text} NOT NULL,
       item ${text} NOT NULL, at ${text}${fields.join('')}${key})`,
    );
    for (const definition of this.indices(db)) await this.addIndex(db, definition);
  }

  /** Its name tells it from the others of the table, whatever these were and will be. */
  async addIndex(db: Knex, definition: string): Promise<void> {
    const kind = definition === KEY_INDEX ? 'UNIQUE INDEX' : 'INDEX';
    await run(db, `CREATE ${kind} ${quote(`${this.bare}_${markOf(definition)}`)} ON ${this.name} ${definition}`);
  }

  /** An index for each field leads with it and carries the source and the numbers, so that grouped sums need no row. */
  indices(db: Knex): readonly string[] {
    const { fields, timed, byTime } = this.shape;
    // Read backwards it is newest first with the timeless last, as on SQLite.
    const at = isPostgres(db) ? 'at NULLS FIRST' : 'at';
    const numbers = fields.filter(({ kind }) => kind === 'integer' || kind === 'real');
    return [
      ...(isPostgres(db) ? [] : [KEY_INDEX]),
      ...(timed ? [`(${at})`, `(source, ${at})`] : []),
      ...(byTime === true ? [] : fields).map((field) => {
        const carried = numbers.filter((number) => number !== field).map(columnOf);
        const partial = field.optional ? ` WHERE ${columnOf(field)} IS NOT NULL` : '';
        const newest = field.few === true ? [at] : [];
        return `(${[columnOf(field), 'source', ...newest, ...carried].join(', ')})${partial}`;
      }),
    ];
  }

  drop(db: Knex): Promise<void> {
    return run(db, `DROP TABLE ${this.name}`);
  }

  /** Takes over the rows of a table of the same port with other indexed fields. */
  async copy(db: Knex, from: PortTable): Promise<void> {
    for await (const page of from.items(db)) {
      for (const [source, rows] of groupBy(page, (row) => row.source)) {
        const stored = rows.map(({ key, hash, item, at }) => {
          const fields = JSON.parse(item) as Readonly<Record<string, unknown>>;
          const values = this.shape.fields.map((field) => columnValue(field, fields[field.name]));
          return { key, hash, json: item, at, values };
        });
        await this.write(db, source, stored);
      }
    }
  }

  /** All rows, a page at a time. */
  private async *items(db: Knex): AsyncGenerator<readonly ItemRow[]> {
    const sql = `SELECT source, key, hash, item, at FROM ${this.name}
      WHERE (source, key) > (?, ?) ORDER BY source, key LIMIT ${PAGE}`;
    let page: readonly ItemRow[];
    let last: ItemRow | undefined;
    do {
      page = await all<ItemRow>(db, sql, [last?.source ?? '', last?.key ?? '']);
      yield page;
      last = page.at(-1);
    } while (page.length === PAGE);
  }

  /** Rows of a source by key, a page at a time. */
  async *pages(db: Knex, source: string): AsyncGenerator<readonly OldRow[]> {
    let after = '';
    let page: readonly OldRow[];
    do {
      page = await this.old(db, `source = ? AND key > ? ORDER BY key LIMIT ${PAGE}`, [source, after]);
      yield page;
      after = page.at(-1)?.key ?? '';
    } while (page.length === PAGE);
  }

  /** Those rows of a source that have one of the keys. */
  async *withKeys(db: Knex, source: string, keys: readonly string[]): AsyncGenerator<readonly OldRow[]> {
    for (const chunk of chunks(keys, KEYS_AT_ONCE)) {
      yield await this.old(db, `source = ? AND ${isOneOf(db, 'key')}`, [source, JSON.stringify(chunk)]);
    }
  }

  private async old(db: Knex, where: string, bindings: readonly string[]): Promise<readonly OldRow[]> {
    const rows = await all<Record<string, Value>>(
      db,
      `SELECT ${this.oldColumns} FROM ${this.name} WHERE ${where}`,
      bindings,
    );
    return rows.map((row) => ({
      key: String(row['key']),
      hash: String(row['hash']),
      at: row['at'] === null ? null : String(row['at']),
      values: this.counted.map((field) => (field === null ? null : (row[`f_${field.name}`] ?? null))),
    }));
  }

  /** The items of those rows of a source that have one of the keys. */
  async named(db: Knex, source: string, keys: readonly string[]): Promise<readonly string[]> {
    const items: string[] = [];
    for (const chunk of chunks(keys, KEYS_AT_ONCE)) {
      const sql = `SELECT item FROM ${this.name} WHERE source = ? AND ${isOneOf(db, 'key')} ORDER BY key`;
      const rows = await all<{ item: string }>(db, sql, [source, JSON.stringify(chunk)]);
      items.push(...rows.map(({ item }) => item));
    }
    return items;
  }

  /** So many rows of a source that come after a key. */
  page(db: Knex, source: string, after: string, most: number): Promise<{ key: string; item: string }[]> {
    const sql = `SELECT key, item FROM ${this.name} WHERE source = ? AND key > ? ORDER BY key LIMIT ?`;
    return all<{ key: string; item: string }>(db, sql, [source, after, most]);
  }

  /** @param areNew no row has one of their keys: the table may be without the index that would tell */
  async write(db: Knex, source: string, rows: readonly StoredRow[], areNew = false): Promise<void> {
    const updates = this.columns.slice(2).map((column) => `${column} = excluded.${column}`);
    const sql = `INSERT INTO ${this.name} (${this.columns.join(', ')})
      SELECT ?, list.* FROM (${selectList(db, this.types)}) AS list WHERE true
      ${areNew ? '' : `ON CONFLICT ${KEY_INDEX} DO UPDATE SET ${updates.join(', ')}`}`;
    for (const chunk of chunks(rows, ROWS_AT_ONCE)) {
      const list = chunk.map(({ key, hash, json, at, values }) => [key, hash, json, at, ...values]);
      await run(db, sql, [source, JSON.stringify(list)]);
    }
  }

  async remove(db: Knex, source: string, keys: readonly string[]): Promise<void> {
    for (const chunk of chunks(keys, KEYS_AT_ONCE)) {
      const sql = `DELETE FROM ${this.name} WHERE source = ? AND ${isOneOf(db, 'key')}`;
      await run(db, sql, [source, JSON.stringify(chunk)]);
    }
  }
}
