/**
 * Rows in memory: of every port for the cache in memory, of a few small snapshots beside a database. What will be committed
 * soon is read in place of what it replaces.
 */
import type { AnyPort, Group, Query, SeriesPoint, Tally } from '@sidelight/plugin-api';
import { CodedError } from '../ground/errors.js';
import { askOf } from './ask.js';
import type { Batch, Change, Row, Scope } from './cache.js';
import { groupsOf, type HeldRow, matching, ordered, seriesOf, tallyOf } from './memory-reads.js';
import { type HeldPort, type HeldRows, outcomeOf, rowsOf } from './memory-rows.js';
import { type Plan, plansOf } from './plan.js';

interface Expected {
  readonly change: Change;
  readonly plan: Plan;
  /** What it makes of the rows that are there: the same as long as these are. */
  outcome?: { readonly of: HeldRows | undefined; readonly rows: Map<string, HeldRow> };
}

export class AtHand {
  readonly ports = new Map<string, HeldPort>();
  /** Port → source → what will be committed. */
  private readonly expected = new Map<string, Map<string, Expected>>();

  has(port: string): boolean {
    return this.ports.has(port);
  }

  /** @throws internal when the port is not held */
  held(port: string): HeldPort {
    const held = this.ports.get(port);
    if (held === undefined) throw new CodedError('internal', `The port ${port} was not declared`);
    return held;
  }

  /** Returns the ports that are read differently from now on. None: nothing of the source is expected any more. */
  expect(source: string, changes: readonly Change[]): ReadonlySet<string> {
    const read = new Set<string>();
    for (const [port, sources] of this.expected) {
      if (!changes.some((change) => change.port === port) && sources.delete(source)) read.add(port);
    }
    for (const change of changes) {
      const [plan] = plansOf([change], (id) => this.held(id).port);
      const sources = this.expected.get(change.port) ?? new Map<string, Expected>();
      this.expected.set(change.port, sources);
      const isSame = JSON.stringify(sources.get(source)?.change) === JSON.stringify(change);
      if (plan !== undefined) sources.set(source, { change, plan });
      if (!isSame) read.add(change.port);
    }
    return read;
  }

  /** @param plans what the batch made of its ports; what is expected since it was made stays expected */
  committed({ source, changes }: Batch, plans: readonly Plan[]): void {
    for (const plan of plans) {
      const held = this.ports.get(plan.port);
      held?.rows.set(source, outcomeOf(held, plan, source).rows);
    }
    for (const change of changes) {
      const sources = this.expected.get(change.port);
      if (sources?.get(source)?.change === change) sources.delete(source);
    }
  }

  rows<P extends AnyPort>(port: P, query: Query, scope: Scope): readonly Row<P>[] {
    const { held, ask } = this.find(port, query, scope);
    return ordered(matching(held.shape, this.seen(held), ask), ask).map(itemOf<P>);
  }

  tally(port: AnyPort, query: Query, scope: Scope): Tally {
    const { held, ask } = this.find(port, query, scope);
    return tallyOf(held.shape, matching(held.shape, this.seen(held), ask), ask);
  }

  top(port: AnyPort, query: Query, scope: Scope): readonly Group[] {
    const { held, ask } = this.find(port, query, scope);
    if (ask.by === null) throw new CodedError('internal', `A top of ${port.id} says not by what`);
    return groupsOf(held.shape, matching(held.shape, this.seen(held), ask), ask, ask.by);
  }

  series(port: AnyPort, query: Query, scope: Scope): readonly SeriesPoint[] {
    const { held, ask } = this.find(port, query, scope);
    return seriesOf(held.shape, matching(held.shape, this.seen(held), ask), ask, { query, scope });
  }

  /** Every row of a port. */
  all<P extends AnyPort>(port: P): readonly Row<P>[] {
    return this.seen(this.held(port.id)).map(itemOf<P>);
  }

  private find(port: AnyPort, query: Query, scope: Scope) {
    const held = this.held(port.id);
    return { held, ask: askOf(held.shape, query, scope) };
  }

  private seen(held: HeldPort): readonly HeldRow[] {
    const expected = this.expected.get(held.port.id);
    if (expected === undefined || expected.size === 0) return rowsOf(held);
    const rows = new Map(held.rows);
    for (const [source, one] of expected) {
      const of = held.rows.get(source);
      if (one.outcome === undefined || one.outcome.of !== of) {
        one.outcome = { of, rows: outcomeOf(held, one.plan, source).rows };
      }
      rows.set(source, one.outcome.rows);
    }
    return rowsOf({ ...held, rows });
  }
}

// A port holds its own items.
const itemOf = <P extends AnyPort>({ source, json }: HeldRow): Row<P> =>
  ({ ...(JSON.parse(json) as object), source }) as Row<P>;
