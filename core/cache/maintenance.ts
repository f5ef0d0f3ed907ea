/** What happens to rows outside of syncs, inside of a transaction: forgetting, renaming, pruning. */
import type { Knex } from 'knex';
import { countRows } from './counter-table.js';
import { ALL_ROWS } from './counters.js';
import { resetTasks } from './declare.js';
import type { PortTable } from './port-table.js';
import { all, run } from './sql.js';

type Tables = ReadonlyMap<string, PortTable>;

/** Returns the ports that lost rows. */
export async function forgetSource(
  trx: Knex,
  tables: Tables,
  source: string,
  what: 'snapshots' | 'everything',
): Promise<ReadonlySet<string>> {
  const holding = await portsOf(trx, source);
  const gone = [...tables.values()].filter(({ shape }) => what === 'everything' || shape.keep === 'snapshot');
  for (const { name, shape } of gone) {
    await resetTasks(trx, shape.id, source);
    if (!holding.has(shape.id)) continue;
    await run(trx, `DELETE FROM ${name} WHERE source = ?`, [source]);
    await run(trx, 'DELETE FROM counters WHERE port = ? AND source = ?', [shape.id, source]);
  }
  if (what === 'everything') {
    for (const table of ['freshness', 'cursors', 'memos']) {
      await run(trx, `DELETE FROM ${table} WHERE source = ?`, [source]);
    }
  }
  return new Set(gone.map(({ shape }) => shape.id).filter((port) => holding.has(port)));
}

/** What tells apart the rows of one source, in the tables that have rows of sources. */
const KEYED: readonly (readonly [table: string, keys: readonly string[]])[] = [
  ['freshness', ['port', 'task']],
  ['cursors', ['task']],
  ['memos', ['key']],
];

/** Where both have the same row, the one of the new name stays: it is the younger. Returns the ports whose rows moved. */
export async function renameSource(trx: Knex, tables: Tables, from: string, to: string): Promise<ReadonlySet<string>> {
  const moved = await portsOf(trx, from);
  for (const port of moved) {
    const table = tables.get(port);
    if (table === undefined) continue;
    await moveRows(trx, table.name, ['key'], from, to);
    await run(trx, 'DELETE FROM counters WHERE port = ? AND source IN (?, ?)', [port, from, to]);
    await countRows(trx, table, table.counters, 1, { where: 'source = ?', bindings: [to] });
  }
  for (const [table, keys] of KEYED) await moveRows(trx, table, keys, from, to);
  // The core's own tasks go through rows that are stored: there are others now.
  await run(trx, `DELETE FROM cursors WHERE source = ? AND task LIKE '@%'`, [to]);
  return moved;
}

async function moveRows(trx: Knex, table: string, keys: readonly string[], from: string, to: string): Promise<void> {
  const same = keys.map((key) => `other.${key} = ${table}.${key}`).join(' AND ');
  await run(
    trx,
    `DELETE FROM ${table} WHERE source = ? AND EXISTS (SELECT 1 FROM ${table} AS other WHERE other.source = ? AND ${same})`,
    [from, to],
  );
  await run(trx, `UPDATE ${table} SET source = ? WHERE source = ?`, [to, from]);
}

async function portsOf(trx: Knex, source: string): Promise<ReadonlySet<string>> {
  const rows = await all<{ port: string }>(trx, 'SELECT port FROM counters WHERE counter = ? AND source = ?', [
    ALL_ROWS,
    source,
  ]);
  return new Set(rows.map(({ port }) => port));
}

/** Every source that has rows, cursors or memos. */
export async function storedSources(db: Knex): Promise<ReadonlySet<string>> {
  const rows = await all<{ source: string }>(
    db,
    `SELECT source FROM counters WHERE counter = ?
     UNION SELECT source FROM cursors UNION SELECT source FROM memos`,
    [ALL_ROWS],
  );
  return new Set(rows.map(({ source }) => source));
}

const DAY_MS = 86_400_000;

/** Returns port → how many of its rows went. */
export async function pruneLogs(trx: Knex, tables: Tables, now: Date): Promise<ReadonlyMap<string, number>> {
  const pruned = new Map<string, number>();
  for (const [port, table] of tables) {
    const { keep, days } = table.shape;
    if (keep !== 'log' || days === null) continue;
    const rows = { where: 'at < ?', bindings: [new Date(now.getTime() - days * DAY_MS).toISOString()] };
    const from = `FROM ${table.name} WHERE ${rows.where}`;
    const [old] = await all<{ n: number }>(trx, `SELECT COUNT(*) AS n ${from}`, rows.bindings);
    if (old === undefined || old.n === 0) continue;
    await countRows(trx, table, table.counters, -1, rows);
    await run(trx, `DELETE ${from}`, rows.bindings);
    pruned.set(port, old.n);
  }
  await run(trx, 'DELETE FROM memos WHERE expires_at <= ?', [now.toISOString()]);
  return pruned;
}
