/** Which tallies and tops are kept counted, and what a changed row does to them. Pure. */
import { type Ask, type Condition, conditionsOf, isList } from './ask.js';
import type { CountedRead } from './cache.js';
import { type Field, fieldOf, type Shape } from './shape.js';
import { labelOf, short, type Value } from './stored-row.js';

/** One number of rows, and one sum, for each source and value of `by`. */
export interface Counter {
  /** Equal for equal counters. */
  readonly id: string;
  readonly where: readonly Condition[];
  readonly by: Field | null;
  readonly sum: Field | null;
}

/** A change of one counter of a source. */
export interface Delta {
  readonly counter: string;
  readonly label: string;
  n: number;
  total: number;
}

/**
 * Counters for these reads, and one of all rows. Left out are sums of fractions, because what is added and taken away
 * drifts, reads of one of several values, and reads of fields that are not indexed: they fail when they are asked, not the port.
 */
export function countersOf(shape: Shape, counted: readonly CountedRead[]): readonly Counter[] {
  const indexed = (name: string | undefined): boolean =>
    name === undefined || shape.fields.some((field) => field.name === name);
  const named = (name: string | undefined): Field | null => (name === undefined ? null : fieldOf(shape, name));
  const wanted = counted
    .map(({ query }) => query)
    .filter((query) => query.since === undefined && query.distinct === undefined)
    .filter(({ where }) => !Object.values(where ?? {}).some(isList))
    .filter(({ where, by, sum }) => [...Object.keys(where ?? {}), by, sum].every(indexed))
    .map((query) => counterOf(conditionsOf(shape, query), named(query.by), named(query.sum)))
    .filter(({ sum, by }) => (sum === null || sum.kind === 'integer') && by?.kind !== 'real');
  return [...new Map([counterOf([], null, null), ...wanted].map((counter) => [counter.id, counter])).values()];
}

function counterOf(where: readonly Condition[], by: Field | null, sum: Field | null): Counter {
  const pairs = where.map(({ field, value }) => [field.name, value] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return { id: short(JSON.stringify([by?.name ?? null, sum?.name ?? null, ...pairs])), where, by, sum };
}

/** The counter of all rows, which every port has. */
export const ALL_ROWS = counterOf([], null, null).id;

/** The counter that holds the answer, if there is one. */
export function counterFor(ask: Ask, counters: readonly Counter[]): Counter | undefined {
  if (ask.window !== null || ask.distinct !== null) return undefined;
  const { id } = counterOf(ask.where, ask.by, ask.sum);
  return counters.find((counter) => counter.id === id);
}

/** Fields that have to be read of a row before it is overwritten. */
export const countedFields = (counters: readonly Counter[]): ReadonlySet<string> =>
  new Set(
    counters
      .flatMap(({ where, by, sum }) => [...where.map(({ field }) => field), by, sum])
      .flatMap((field) => (field === null ? [] : [field.name])),
  );

/** Adds up what rows that come and rows that go do to the counters. */
export class Deltas {
  private readonly deltas = new Map<string, Delta>();
  private readonly position: ReadonlyMap<string, number>;

  constructor(
    shape: Shape,
    private readonly counters: readonly Counter[],
  ) {
    this.position = new Map(shape.fields.map((field, index) => [field.name, index]));
  }

  /** `values`: of the indexed fields, in their order. `sign`: 1 for a row that comes, -1 for one that goes. */
  add(values: readonly Value[], sign: 1 | -1): void {
    const of = (field: Field): Value => values[this.position.get(field.name) ?? -1] ?? null;
    for (const counter of this.counters) {
      if (!counter.where.every(({ field, value }) => of(field) === value)) continue;
      const group = counter.by === null ? '' : of(counter.by);
      if (group === null) continue;
      const delta = this.at(counter.id, counter.by === null ? '' : labelOf(counter.by, group));
      delta.n += sign;
      if (counter.sum !== null) delta.total += sign * Number(of(counter.sum) ?? 0);
    }
  }

  /** Those that change anything. */
  list(): readonly Delta[] {
    return [...this.deltas.values()].filter(({ n, total }) => n !== 0 || total !== 0);
  }

  private at(counter: string, label: string): Delta {
    const id = `${counter}\n${label}`;
    let delta = this.deltas.get(id);
    if (delta === undefined) {
      delta = { counter, label, n: 0, total: 0 };
      this.deltas.set(id, delta);
    }
    return delta;
  }
}
