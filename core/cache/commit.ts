/** Writes a batch, inside of a transaction: of each port only what differs. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import type { Batch } from './cache.js';
import { addDeltas } from './counter-table.js';
import { ALL_ROWS, Deltas } from './counters.js';
import { chunks } from './lists.js';
import { isShrink, type Plan } from './plan.js';
import type { OldRow, PortTable } from './port-table.js';
import { all, run } from './sql.js';
import { hashOf, jsonOf, rowOf } from './stored-row.js';

/** What has to happen to the rows of one port. */
export interface Difference {
  readonly port: AnyPort;
  readonly table: PortTable;
  readonly removed: readonly OldRow[];
  /** Items that are new or differ, and the rows that they replace. */
  readonly written: readonly object[];
  readonly replaced: ReadonlyMap<string, OldRow>;
  readonly shrinks: boolean;
}

const ROWS_AT_ONCE = 500;

export async function differenceOf(
  trx: Knex,
  port: AnyPort,
  table: PortTable,
  plan: Plan,
  source: string,
): Promise<Difference> {
  const removed: OldRow[] = [];
  const replaced = new Map<string, OldRow>();
  const same = new Set<string>();
  let held = 0;
  const keys = [...plan.items.keys()];
  for await (const page of plan.whole ? table.pages(trx, source) : table.withKeys(trx, source, keys)) {
    held += page.length;
    for (const old of page) {
      const item = plan.items.get(old.key) ?? null;
      if (item === null) removed.push(old);
      else if (hashOf(jsonOf(item)) === old.hash) same.add(old.key);
      else replaced.set(old.key, old);
    }
  }
  const written = [...plan.items].flatMap(([key, item]) => (item === null || same.has(key) ? [] : [item]));
  if (!plan.whole && removed.length > 0) held = await countOf(trx, table, source);
  return { port, table, removed, written, replaced, shrinks: isShrink(removed.length, held) };
}

async function countOf(trx: Knex, { shape }: PortTable, source: string): Promise<number> {
  const [row] = await all<{ n: number }>(trx, 'SELECT n FROM counters WHERE port = ? AND counter = ? AND source = ?', [
    shape.id,
    ALL_ROWS,
    source,
  ]);
  return row?.n ?? 0;
}

/** Returns whether any row changed. */
export async function writeDifference(trx: Knex, source: string, difference: Difference): Promise<boolean> {
  const { port, table, removed, written, replaced } = difference;
  const deltas = new Deltas(table.shape, table.counters);
  for (const old of removed) deltas.add(old.values, -1);
  await table.remove(
    trx,
    source,
    removed.map(({ key }) => key),
  );
  for (const chunk of chunks(written, ROWS_AT_ONCE)) {
    const rows = chunk.map((item) => rowOf(port, table.shape, item));
    for (const row of rows) {
      const old = replaced.get(row.key);
      if (old !== undefined) deltas.add(old.values, -1);
      deltas.add(row.values, 1);
    }
    await table.write(trx, source, rows);
  }
  await addDeltas(trx, table.shape.id, source, deltas.list());
  return removed.length > 0 || written.length > 0;
}

/** When the ports were last good, and where the task goes on next time. */
export async function writeProgress(trx: Knex, { source, task, at, fills, changes, cursor }: Batch): Promise<void> {
  for (const port of fills) {
    await run(
      trx,
      `INSERT INTO freshness (port, source, task, at) VALUES (?, ?, ?, ?)
       ON CONFLICT (port, source, task) DO UPDATE SET at = excluded.at`,
      [port, source, task, at],
    );
  }
  // So that the cursor can be reset with the rows, should they have to go before the run has ended.
  for (const port of new Set(changes.map(({ port }) => port))) {
    await run(
      trx,
      `INSERT INTO freshness (port, source, task, at) VALUES (?, ?, ?, NULL)
       ON CONFLICT (port, source, task) DO NOTHING`,
      [port, source, task],
    );
  }
  if (cursor === undefined) return;
  await run(
    trx,
    `INSERT INTO cursors (source, task, value) VALUES (?, ?, ?)
     ON CONFLICT (source, task) DO UPDATE SET value = excluded.value`,
    [source, task, cursor],
  );
}
