import type { Static, TObject, TProperties } from './typebox.js';

/** Of an item. */
export const MOST_FIELDS = 48;

/** `snapshot`: the present state of a source. `log`: rows that accumulate. */
export type Keep = 'snapshot' | 'log';

/**
 * One kind of record that any number of integrations may supply. Ports are matched by `id`, never by identity. `T`, the type
 * of an item, stands beside its schema: to compare ports by what their schemas stand for costs a compiler a second.
 */
export interface Port<S extends TObject = TObject, I extends string = string, K extends Keep = Keep, T = Static<S>> {
  /** `family.kind`: `download.queue` */
  readonly id: string;
  /** Flat, at most MOST_FIELDS fields. Validated on the way in, documented on the way out. */
  readonly item: S;
  readonly keep: K;
  /** Unique within a source. (A method, so that a port of any item takes every port.) */
  key(item: T): string;
  /** The ISO time that `since` and `newest` go by; a log must have it. */
  at?(item: T): string | undefined;
  /** A log's rows are pruned when they are older. Not given: kept for ever. */
  readonly days?: number;
  /** The only fields that a read may filter, group, tell apart or sum. */
  readonly index?: readonly I[];
  /**
   * A log with many rows, of which reads ask by time or for what is counted: its fields can be asked for as those of any port, and
   * cost no index each.
   */
  readonly byTime?: true;
  /** What a source tells beyond so many at once is left out, with a notice: no real one has as many. */
  readonly most?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: `key` and `at` take the item, so a port of "any item" needs a bivariant type
export type AnyPort = Port<any, any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type SnapshotPort = Port<any, any, 'snapshot', any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type LogPort = Port<any, any, 'log', any>;

// biome-ignore lint/suspicious/noExplicitAny: inferring the item must not constrain the other parameters
export type ItemOf<P> = P extends Port<any, any, any, infer T> ? T : never;

/** What may be published: an optional field may be given as undefined, so that a mapping needs no conditional spreads. */
export type ItemIn<P> =
  ItemOf<P> extends infer T
    ? { [K in keyof T]: T[K] | (Record<never, never> extends Pick<T, K> ? undefined : never) }
    : never;

/** Generic over the fields of an item, not over its schema, for the same reason. */
export const definePort = <
  F extends TProperties,
  const I extends keyof F & string = never,
  const K extends Keep = Keep,
>(
  port: Port<TObject<F>, I, K, Static<TObject<F>>>,
): Port<TObject<F>, I, K> => Object.freeze(port);

/** `id` and every `…Id` field mean something within their source only. */
export const isSourceBound = (field: string): boolean => field === 'id' || field.endsWith('Id');
