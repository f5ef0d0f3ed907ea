/** Writes a batch, inside of a transaction: of each port only what differs. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Knex } from 'knex';
import { each, inTurns } from '../time/turns.js';
import type { Batch } from './cache.js';
import { MOST_TOUCHED, type Moved, together } from './cache-state.js';
import { addDeltas, cameOf } from './counter-table.js';
import { ALL_ROWS, Deltas } from './counters.js';
import type { LateIndices } from './late-indices.js';
import { chunks } from './lists.js';
import { type FreshRun, freshRuns } from './owed.js';
import { isShrink, meantBy, type Plan, planning, type ShrinkGuard } from './plan.js';
import type { OldRow, PortTable } from './port-table.js';
import type { SeenKeys } from './seen-keys.js';
import { all, run, selectList } from './sql.js';
import { hashOf, isHashed, jsonOf, rowOf } from './stored-row.js';

/** A batch, and what it wants of each port. */
export interface Planned {
  readonly batch: Batch;
  readonly plans: readonly Plan[];
}

export async function planBatches(
  batches: readonly Batch[],
  portOf: (id: string) => AnyPort,
): Promise<readonly Planned[]> {
  const planned: Planned[] = [];
  for (const batch of batches) planned.push({ batch, plans: await inTurns(planning(batch.changes, portOf)) });
  return planned;
}

/** Where the rows of a port go. */
export interface Target {
  readonly port: AnyPort;
  readonly table: PortTable;
}

export interface Written {
  /** Ports whose rows differ now. */
  readonly changed: ReadonlySet<string>;
  /** Which rows of theirs. */
  readonly moved: ReadonlyMap<string, Moved>;
  /** false: nothing differed, and nothing was written. */
  readonly isWritten: boolean;
  /** The freshness that was written with it. */
  readonly runs: readonly FreshRun[];
}

/**
 * Freshness is written only where a row or a cursor differs, and then all of it.
 * @param owed freshness that was not written so far
 * @throws shrink_refused
 */
export async function writeBatches(
  trx: Knex,
  planned: readonly Planned[],
  owed: readonly FreshRun[],
  guard: ShrinkGuard,
  targetOf: (port: string) => Target,
  late: LateIndices,
): Promise<Written> {
  const changed = new Set<string>();
  const moves = new Map<string, Moved>();
  let isWritten = false;
  for (const { batch, plans } of planned) {
    const differences: Difference[] = [];
    await late.settle(trx, batch, plans, (id) => targetOf(id).table);
    for (const plan of plans) {
      const areNew = late.writing(plan.port) !== undefined;
      differences.push(await differenceOf(trx, targetOf(plan.port), plan, batch, areNew));
    }
    const shrinking = differences.filter(({ shrinks }) => shrinks).map(({ port }) => port.id);
    guard.check(batch, shrinking);
    const touched = differences.filter(differs).map(({ port }) => port.id);
    await late.prepare(trx, batch, touched, (id) => targetOf(id).table);
    const written = new Set<string>();
    for (const difference of differences) {
      const { id } = difference.port;
      const moved = await writeDifference(trx, batch.source, difference, late.writing(id));
      if (moved === null) continue;
      written.add(id);
      moves.set(id, together(moved, moves.get(id) ?? moved));
    }
    if (written.size === 0 && batch.cursor === undefined) continue;
    await writeProgress(trx, batch);
    isWritten = true;
    for (const port of written) changed.add(port);
  }
  const runs = isWritten ? [...owed, ...planned.flatMap(({ batch }) => freshRuns(batch))] : [];
  await writeFreshness(trx, runs);
  return { changed, moved: moves, isWritten, runs };
}

/** What has to happen to the rows of one port. */
interface Difference {
  readonly port: AnyPort;
  readonly table: PortTable;
  readonly removed: readonly OldRow[];
  /** Keys of items that are new or differ, the items, and the rows that they replace. */
  readonly written: readonly string[];
  readonly items: Plan['items'];
  readonly replaced: ReadonlyMap<string, OldRow>;
  readonly shrinks: boolean;
}

const ROWS_AT_ONCE = 500;
/** Sorting so many takes a few milliseconds. */
const SORTED_AT_ONCE = 10_000;

const differs = ({ removed, written }: Difference): boolean => removed.length > 0 || written.length > 0;

/** @param areNew no row of the plan is there yet */
async function differenceOf(
  trx: Knex,
  { port, table }: Target,
  plan: Plan,
  batch: Batch,
  areNew: boolean,
): Promise<Difference> {
  const { source } = batch;
  const removed: OldRow[] = [];
  const replaced = new Map<string, OldRow>();
  const same = new Set<string>();
  let held = 0;
  const keys = areNew ? [] : [...plan.items.keys()];
  for await (const page of plan.whole ? table.pages(trx, source) : table.withKeys(trx, source, keys)) {
    held += page.length;
    await inTurns(
      each(page, (old) => {
        const item = plan.items.get(old.key) ?? null;
        if (item === null) removed.push(old);
        else if (hashOf(jsonOf(item)) === old.hash) same.add(old.key);
        else replaced.set(old.key, old);
      }),
    );
  }
  const written: string[] = [];
  await inTurns(each(plan.items, ([key, item]) => void (item === null || same.has(key) || written.push(key))));
  if (!plan.whole && removed.length > 0) held = await countOf(trx, table, source);
  const keysGone = removed.map(({ key }) => key);
  const shrinks = isShrink(port, keysGone, held, meantBy(batch, port.id));
  return { port, table, removed, written, items: plan.items, replaced, shrinks };
}

async function countOf(trx: Knex, { shape }: PortTable, source: string): Promise<number> {
  const [row] = await all<{ n: number }>(trx, 'SELECT n FROM counters WHERE port = ? AND counter = ? AND source = ?', [
    shape.id,
    ALL_ROWS,
    source,
  ]);
  return row?.n ?? 0;
}

/** Random keys would have the pages of the index of keys read and written again and again within one commit. */
function* inOrder(keys: readonly string[]): Generator<readonly string[]> {
  for (const part of chunks(keys, SORTED_AT_ONCE)) yield* chunks([...part].sort(), ROWS_AT_ONCE);
}

/** Returns which rows changed; null: none did. @param seen takes their keys, in a table that is without its indexes */
async function writeDifference(
  trx: Knex,
  source: string,
  difference: Difference,
  seen: SeenKeys | undefined,
): Promise<Moved | null> {
  const { port, table, removed, written, items, replaced } = difference;
  const deltas = new Deltas(table.shape, table.counters);
  const keys = new Set<string>();
  let areFew = removed.length + written.length <= MOST_TOUCHED;
  // Rows without a time are in no window.
  let [from, until] = ['~', ''];
  const note = ({ key, at }: Pick<OldRow, 'key' | 'at'>): void => {
    // A long key is only known by its hash, by which no row can be asked for.
    areFew &&= !isHashed(key);
    if (areFew) keys.add(key);
    if (at === null) return;
    if (at < from) from = at;
    if (at > until) until = at;
  };
  await inTurns(
    each(removed, (old) => {
      deltas.add(old.values, -1);
      note(old);
    }),
  );
  await inTurns(each(replaced.values(), note));
  await table.remove(
    trx,
    source,
    removed.map(({ key }) => key),
  );
  for (const chunk of inOrder(written)) {
    const rows = chunk.flatMap((key) => {
      const item = items.get(key);
      return item == null ? [] : [rowOf(port, table.shape, item)];
    });
    for (const row of rows) {
      const old = replaced.get(row.key);
      if (old !== undefined) deltas.add(old.values, -1);
      deltas.add(row.values, 1);
      note(row);
      seen?.add(source, row.key);
    }
    await table.write(trx, source, rows, seen !== undefined);
  }
  for (const moved of deltas.moved()) deltas.tell(moved, await cameOf(trx, table, source, moved));
  await addDeltas(trx, table.shape.id, source, deltas.list());
  return differs(difference) ? { from, until, rows: areFew ? new Map([[source, keys]]) : null } : null;
}

/** When tasks last left ports fresh. */
export async function writeFreshness(trx: Knex, runs: readonly FreshRun[]): Promise<void> {
  // The last word on each: one statement changes a row once.
  const last = new Map(runs.map((one) => [JSON.stringify([one.port, one.source, one.task]), one]));
  for (const chunk of chunks(last.values(), ROWS_AT_ONCE)) {
    const list = chunk.map(({ port, source, task, at }) => [port, source, task, at]);
    await run(
      trx,
      `INSERT INTO freshness (port, source, task, at)
       SELECT list.* FROM (${selectList(trx, ['text', 'text', 'text', 'text'])}) AS list WHERE true
       ON CONFLICT (port, source, task) DO UPDATE SET at = excluded.at`,
      [JSON.stringify(list)],
    );
  }
}

/** Who wrote rows of which port, and where the task goes on next time. */
async function writeProgress(trx: Knex, { source, task, changes, cursor }: Batch): Promise<void> {
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
