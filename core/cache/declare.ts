/** Makes the table of a port fit what the port is now. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import type { CountedRead } from './cache.js';
import { countRows, everyRow } from './counter-table.js';
import { type Counter, countersOf } from './counters.js';
import { PortTable } from './port-table.js';
import { reindexed } from './reindex.js';
import { compareShapes, restartsTasks, type Shape, type ShapeChange, shapeOf } from './shape.js';
import { all, run } from './sql.js';

interface PortRow {
  readonly id: string;
  readonly serial: number;
  readonly shape: string;
  readonly counters: string;
}

/** The tables of ports that were ever declared. */
export async function loadTables(db: Knex): Promise<ReadonlyMap<string, PortTable>> {
  const rows = await all<PortRow>(db, 'SELECT id, serial, shape, counters FROM ports');
  return new Map(
    rows.map(({ id, serial, shape, counters }) => [
      id,
      new PortTable(serial, JSON.parse(shape) as Shape, JSON.parse(counters) as Counter[]),
    ]),
  );
}

export interface Declared {
  readonly change: ShapeChange;
  readonly table: PortTable;
}

/** What a port's table has to become. `counted` not given: the counters stay what they are. */
export function wanted(port: AnyPort, old: PortTable | undefined, counted?: readonly CountedRead[]): Declared {
  const shape = shapeOf(port);
  const change = old === undefined ? 'noted' : compareShapes(old.shape, shape);
  const kept = change === 'same' || change === 'noted' ? old?.counters : undefined;
  const counters = counted === undefined ? (kept ?? countersOf(shape, [])) : countersOf(shape, counted);
  return { change, table: new PortTable(old?.serial ?? 0, shape, counters) };
}

export const isSettled = ({ change, table }: Declared, old: PortTable | undefined): boolean =>
  old !== undefined && change === 'same' && JSON.stringify(table.counters) === JSON.stringify(old.counters);

/** Does it, inside of a transaction. */
export async function declareTable(
  trx: Knex,
  old: PortTable | undefined,
  { change, table }: Declared,
): Promise<PortTable> {
  if (old !== undefined && change !== 'emptied' && restartsTasks(old.shape, table.shape))
    await resetCursors(trx, table.shape.id);
  if (old !== undefined && (change === 'same' || change === 'noted')) {
    await adjustCounters(trx, old, table);
    await note(trx, table);
    return table;
  }
  const next = new PortTable(await nextSerial(trx), table.shape, table.counters);
  if (old !== undefined && change === 'reindexed' && (await reindexed(trx, old, next))) {
    await adjustCounters(trx, old, next);
    await note(trx, next);
    return next;
  }
  await next.create(trx);
  if (old !== undefined) await moveRows(trx, old, next, change);
  await note(trx, next);
  return next;
}

async function moveRows(trx: Knex, old: PortTable, next: PortTable, change: ShapeChange): Promise<void> {
  await run(trx, 'DELETE FROM counters WHERE port = ?', [next.shape.id]);
  if (change === 'emptied') {
    await resetTasks(trx, next.shape.id);
  } else {
    await next.copy(trx, old);
    await countRows(trx, next, next.counters, 1, everyRow);
  }
  await old.drop(trx);
}

/** The tasks that filled a port that was emptied start from the beginning. */
export async function resetTasks(trx: Knex, port: string, source?: string): Promise<void> {
  await resetCursors(trx, port, source);
  const { where, bindings } = ofPort(port, source);
  await run(trx, `DELETE FROM freshness WHERE ${where}`, bindings);
}

/** Rows and freshness stay: the tasks go through everything once more. */
async function resetCursors(trx: Knex, port: string, source?: string): Promise<void> {
  const { where, bindings } = ofPort(port, source);
  await run(
    trx,
    `DELETE FROM cursors WHERE EXISTS (SELECT 1 FROM (SELECT source, task FROM freshness WHERE ${where}) AS filled
     WHERE filled.source = cursors.source AND filled.task = cursors.task)`,
    bindings,
  );
}

/** Records of freshness of a port, or of one of its sources. */
const ofPort = (port: string, source?: string) =>
  source === undefined
    ? { where: 'port = ?', bindings: [port] }
    : { where: 'port = ? AND source = ?', bindings: [port, source] };

async function adjustCounters(trx: Knex, old: PortTable, next: PortTable): Promise<void> {
  const has = (counters: readonly Counter[], { id }: Counter): boolean => counters.some((other) => other.id === id);
  for (const counter of old.counters.filter((counter) => !has(next.counters, counter))) {
    await run(trx, 'DELETE FROM counters WHERE port = ? AND counter = ?', [next.shape.id, counter.id]);
  }
  const added = next.counters.filter((counter) => !has(old.counters, counter));
  await countRows(trx, next, added, 1, everyRow);
}

async function nextSerial(trx: Knex): Promise<number> {
  const [row] = await all<{ last: number | null }>(trx, 'SELECT MAX(serial) AS last FROM ports');
  return (row?.last ?? 0) + 1;
}

const note = (trx: Knex, { serial, shape, counters }: PortTable): Promise<void> =>
  run(
    trx,
    `INSERT INTO ports (id, serial, shape, counters) VALUES (?, ?, ?, ?) ON CONFLICT (id)
     DO UPDATE SET serial = excluded.serial, shape = excluded.shape, counters = excluded.counters`,
    [shape.id, serial, JSON.stringify(shape), JSON.stringify(counters)],
  );
