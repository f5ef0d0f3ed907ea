/** Rows of a port that SQLite makes by itself, a million in seconds, and the counters that belong to them. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import { countRows, everyRow } from '#core/cache/counter-table.js';
import { loadTables } from '#core/cache/declare.js';
import { columnOf } from '#core/cache/port-table.js';
import { all, run } from '#core/cache/sql.js';
import { SOURCE } from '../services.js';

/** Field → SQL, with the number of the row as `i`. */
export type Recipe = Readonly<Record<string, string>>;

export interface Rows {
  readonly port: AnyPort;
  readonly count: number;
  readonly recipe: Recipe;
  /** SQL of the key, and of the time where the port has one. */
  readonly key: string;
  readonly at?: string;
  /** Which of them there are. */
  readonly where?: string;
}

async function tableOf(db: Knex, port: string) {
  const table = (await loadTables(db)).get(port);
  if (table === undefined) throw new Error(`there is no table of ${port}`);
  return table;
}

/** Without the indices meanwhile: they are made once, when all rows are there. */
export async function store(db: Knex, { port, count, recipe, key, at, where = 'true' }: Rows): Promise<void> {
  const table = await tableOf(db, port.id);
  const bare = table.name.replaceAll('"', '');
  const indices = await all<{ name: string; sql: string }>(
    db,
    `SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
    [bare],
  );
  for (const { name } of indices) await run(db, `DROP INDEX "${name}"`);
  const { fields } = table.shape;
  const item = Object.entries(recipe).map(([name, sql]) => `'${name}', ${sql}`);
  await run(
    db,
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
     INSERT OR IGNORE INTO ${table.name} (source, key, hash, item, at${fields.map((field) => `, ${columnOf(field)}`).join('')})
     SELECT '${SOURCE}', ${key}, 'h' || i, json_object(${item.join(', ')}), ${at ?? 'NULL'}
     ${fields.map(({ name }) => `, ${recipe[name] ?? 'NULL'}`).join('')} FROM n WHERE ${where}`,
  );
  for (const { sql } of indices) await run(db, sql);
}

/** Counts what was stored, as an update does for a counter that is new. */
export async function recount(db: Knex, ports: ReadonlySet<string>, at: string): Promise<void> {
  for (const port of ports) {
    const table = await tableOf(db, port);
    await run(db, 'DELETE FROM counters WHERE port = ?', [port]);
    await countRows(db, table, table.counters, 1, everyRow);
    await run(db, `INSERT INTO freshness (port, source, task, at) VALUES (?, ?, 'all', ?) ON CONFLICT DO NOTHING`, [
      port,
      SOURCE,
      at,
    ]);
  }
}
