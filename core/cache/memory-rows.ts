/** The rows of a port in memory, and what a commit makes of them. Pure. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { HeldRow } from './memory-reads.js';
import { isShrink, type Plan } from './plan.js';
import type { Shape } from './shape.js';
import { hashOf, jsonOf, rowOf } from './stored-row.js';

/** Stored key → row. */
export type HeldRows = ReadonlyMap<string, HeldRow>;

export interface HeldPort {
  readonly port: AnyPort;
  readonly shape: Shape;
  /** By source. */
  readonly rows: Map<string, Map<string, HeldRow>>;
}

export interface Outcome {
  readonly held: HeldPort;
  readonly rows: Map<string, HeldRow>;
  readonly changed: boolean;
  readonly shrinks: boolean;
}

const NOTHING: ReadonlySet<string> = new Set();

export function outcomeOf(held: HeldPort, plan: Plan, source: string, meant: ReadonlySet<string> = NOTHING): Outcome {
  const old: HeldRows = held.rows.get(source) ?? new Map();
  const removed = [...old.keys()].filter((key) => (plan.items.has(key) ? plan.items.get(key) === null : plan.whole));
  const written = [...plan.items].flatMap(([key, item]) =>
    item === null || old.get(key)?.hash === hashOf(jsonOf(item)) ? [] : [item],
  );
  const rows = new Map(old);
  for (const key of removed) rows.delete(key);
  for (const item of written) {
    const row = rowOf(held.port, held.shape, item);
    rows.set(row.key, { ...row, source });
  }
  const changed = removed.length > 0 || written.length > 0;
  return { held, rows, changed, shrinks: isShrink(held.port, removed, old.size, meant) };
}

/** The same items with the fields that are indexed now. */
export const reindexed = (port: AnyPort, shape: Shape, sources: HeldPort['rows']): HeldPort['rows'] =>
  new Map(
    [...sources].map(([source, rows]) => [
      source,
      new Map([...rows].map(([key, { json }]) => [key, { ...rowOf(port, shape, JSON.parse(json)), source }])),
    ]),
  );

/** Where both have the same row, the one that was there stays. */
export const movedRows = (moving: HeldRows, there: HeldRows | undefined, to: string): Map<string, HeldRow> =>
  new Map([...[...moving].map(([key, row]) => [key, { ...row, source: to }] as const), ...(there ?? [])]);

export const rowsOf = ({ rows }: HeldPort): readonly HeldRow[] =>
  [...rows.values()].flatMap((held) => [...held.values()]);
