import type { ItemOf } from '@sidelight/plugin-api';

/** One row of a port's answer: the item and the integration that it came from. */
export type RowOf<P> = ItemOf<P> & { readonly source: string };

/** `<integration>:<upstream id>`: what payloads call a thing, and what actions take. */
export const globalId = (source: string, id: string): string => `${source}:${id}`;

/** What `picture()` is rendered as. */
export const posterOf = ({
  source,
  image,
}: {
  readonly source: string;
  readonly image?: string | undefined;
}): string => (image === undefined ? '' : globalId(source, image));

/** The source under which rows about Sidelight itself are kept. */
const CORE = 'core';

/** The integration that a row is about; undefined for rows about Sidelight itself. */
export const integrationOf = (source: string): string | undefined => (source === CORE ? undefined : source);

/** The total of a number over rows. */
export const sumOf = <T>(rows: readonly T[], value: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + value(row), 0);

const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/** Lower rank first; ties are left in the order that they came in. */
export const byRank =
  <T>(rank: (row: T) => number) =>
  (a: T, b: T): number =>
    compare(rank(a), rank(b));

/** Soonest first by an ISO field; rows without it come last. */
export const soonestFirst =
  <T>(at: (row: T) => string | null | undefined) =>
  (a: T, b: T): number => {
    const x = at(a) ?? '~';
    const y = at(b) ?? '~';
    return x < y ? -1 : x > y ? 1 : 0;
  };
