/** Which tallies and tops are kept counted, and what a changed row does to them. Pure. */
import { type Ask, type Condition, conditionsOf, isBound, isList } from './ask.js';
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
  /** In place of a sum: how many values of this field there are. They are each source's own, so that they add up. */
  readonly distinct?: Field;
}

/** A change of one counter of a source. */
export interface Delta {
  readonly counter: string;
  readonly label: string;
  n: number;
  total: number;
}

/** How many rows of each value a commit adds to what a counter tells apart. */
export interface Moved {
  readonly counter: Counter & { readonly distinct: Field };
  readonly values: ReadonlyMap<Value, number>;
}

/**
 * Counters for these reads, and one of all rows. Left out are sums of fractions, because what is added and taken away
 * drifts, reads of one of several values, and reads of fields that are not indexed: they fail when they are asked, not the port.
 * Values are told apart in snapshots: a log is pruned without a look at what stays.
 */
export function countersOf(shape: Shape, counted: readonly CountedRead[]): readonly Counter[] {
  const indexed = (name: string | undefined): boolean =>
    name === undefined || shape.fields.some((field) => field.name === name);
  const named = (name: string | undefined): Field | null => (name === undefined ? null : fieldOf(shape, name));
  const wanted = counted
    .map(({ query }) => query)
    .filter(({ since }) => since === undefined)
    .filter(({ where }) => !Object.values(where ?? {}).some(isList))
    .filter(({ where, by, sum, distinct }) => [...Object.keys(where ?? {}), by, sum, distinct].every(indexed))
    .filter(
      ({ by, sum, distinct }) =>
        distinct === undefined || (shape.keep === 'snapshot' && by === undefined && sum === undefined),
    )
    .map((query) => counterOf(conditionsOf(shape, query), named(query.by), named(query.sum), named(query.distinct)))
    .filter(({ sum, by }) => (sum === null || sum.kind === 'integer') && by?.kind !== 'real')
    .filter(({ distinct }) => distinct === undefined || isBound(distinct));
  return [...new Map([counterOf([], null, null, null), ...wanted].map((counter) => [counter.id, counter])).values()];
}

function counterOf(where: readonly Condition[], by: Field | null, sum: Field | null, distinct: Field | null): Counter {
  const pairs = where.map(({ field, value }) => [field.name, value] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const told = [by?.name ?? null, sum?.name ?? null, ...pairs, ...(distinct === null ? [] : [distinct.name])];
  return { id: short(JSON.stringify(told)), where, by, sum, ...(distinct === null ? {} : { distinct }) };
}

/** The counter of all rows, which every port has. */
export const ALL_ROWS = counterOf([], null, null, null).id;

/** The counter that holds the answer, if there is one. */
export function counterFor(ask: Ask, counters: readonly Counter[]): Counter | undefined {
  if (ask.window !== null) return undefined;
  const { id } = counterOf(ask.where, ask.by, ask.sum, ask.distinct);
  return counters.find((counter) => counter.id === id);
}

/** Fields that have to be read of a row before it is overwritten. */
export const countedFields = (counters: readonly Counter[]): ReadonlySet<string> =>
  new Set(
    counters
      .flatMap(({ where, by, sum, distinct }) => [...where.map(({ field }) => field), by, sum, distinct])
      .flatMap((field) => field?.name ?? []),
  );

/** Adds up what rows that come and rows that go do to the counters. */
export class Deltas {
  private readonly deltas = new Map<string, Delta>();
  private readonly movements = new Map<Counter, Map<Value, number>>();
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
      if (counter.distinct !== undefined) this.move(counter, of(counter.distinct), sign);
    }
  }

  /** Those values that have more or fewer rows than before. */
  moved(): readonly Moved[] {
    return [...this.movements].flatMap(([counter, values]) => {
      const { distinct } = counter;
      return distinct === undefined || values.size === 0 ? [] : [{ counter: { ...counter, distinct }, values }];
    });
  }

  /** @param more values of its `distinct` that are there now, less those that are not any more */
  tell({ counter }: Moved, more: number): void {
    this.at(counter.id, '').total += more;
  }

  private move(counter: Counter, value: Value, sign: 1 | -1): void {
    if (value === null) return;
    const values = this.movements.get(counter) ?? new Map<Value, number>();
    this.movements.set(counter, values);
    const more = (values.get(value) ?? 0) + sign;
    if (more === 0) values.delete(value);
    else values.set(value, more);
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
