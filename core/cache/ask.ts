/** A query as both caches answer it: names looked up, values as the columns hold them, the window as times. Pure. */
import { isSourceBound, type Query, type Since } from '@sidelight/plugin-api';
import { CodedError } from '../ground/errors.js';
import { windowStart } from '../time/window.js';
import type { Scope } from './cache.js';
import { type Field, fieldOf, type Shape } from './shape.js';
import { columnValue, type Value } from './stored-row.js';

export interface Condition {
  readonly field: Field;
  /** null: items without the field; a list: items with any of these values (nothing is lacking among them). */
  readonly value: Value | readonly Value[];
}

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export interface Ask {
  readonly where: readonly Condition[];
  /** ISO times, both inclusive. */
  readonly window: { readonly from: string; readonly to: string } | null;
  readonly sources: readonly string[] | null;
  /** Where all sources count: but these. */
  readonly except: readonly string[];
  readonly by: Field | null;
  readonly distinct: Field | null;
  readonly sum: Field | null;
  readonly limit: number | null;
  /** Rows: the latest so many. */
  readonly newest: number | null;
}

export function askOf(shape: Shape, query: Query, scope: Scope): Ask {
  const named = (name: string | undefined): Field | null => (name === undefined ? null : fieldOf(shape, name));
  const sum = named(query.sum);
  if (sum !== null && (sum.kind === 'text' || sum.kind === 'flag')) {
    throw new CodedError('internal', `${shape.id}: ${sum.name} is no number and has no sum`);
  }
  return {
    where: conditionsOf(shape, query),
    window: query.since === undefined ? null : windowOf(query.since, scope),
    sources: scope.sources ?? null,
    except: scope.except ?? [],
    by: named(query.by),
    distinct: named(query.distinct),
    sum,
    limit: query.limit ?? null,
    newest: query.newest ?? null,
  };
}

/** Windows begin in steps of time, so that whoever asks a moment later shares the answer. */
const STEP_MS = 15_000;

function windowOf(since: Since, { now, zone }: Scope): NonNullable<Ask['window']> {
  const from = Date.parse(windowStart(since, now, zone));
  return { from: new Date(Math.floor(from / STEP_MS) * STEP_MS).toISOString(), to: now.toISOString() };
}

export const conditionsOf = (shape: Shape, query: Query): readonly Condition[] =>
  Object.entries(query.where ?? {}).map(([name, value]) => {
    const field = fieldOf(shape, name);
    const column = (one: unknown): Value => columnValue(field, one);
    return { field, value: isList(value) ? value.map(column).filter((one) => one !== null) : column(value) };
  });

/** Whether groups by this field, or differences in it, tell sources apart. */
export const isBound = (field: Field | null): boolean => field !== null && isSourceBound(field.name);
