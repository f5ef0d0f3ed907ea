/** Reads of sums over time: for pictures, not for lists. */
import type { AnyPort } from './port.js';
import type { FieldOf, NumberOf, Read, Tally, Where } from './read.js';

export const SERIES_STEPS = ['hour', 'day', 'month', 'weekday', 'hourOfDay'] as const;
export type SeriesStep = (typeof SERIES_STEPS)[number];

/** So far back a series goes at the most. */
export const SERIES_DAYS = 400;

/** One group in one step of time; steps in which nothing was are left out. All times are those of the zone that is asked for. */
export interface SeriesPoint extends Tally {
  /**
   * Of `hour` its beginning, ISO in UTC; of `day` `2026-11-23`; of `month` `2026-11`; of `weekday` `1` (Monday) to `7`; of
   * `hourOfDay` `0` to `23`.
   */
  readonly at: string;
  /** The group; null: it was not grouped. */
  readonly key: string | null;
  /** Set where the field that it is grouped by is an id, which means something within its source only. */
  readonly source: string | null;
}

interface Stepped<P> extends Pick<Where<P>, 'where'> {
  readonly by?: FieldOf<P>;
  readonly sum?: NumberOf<P>;
  /** Days, today among them: from 1 to SERIES_DAYS. */
  readonly days: number;
}

/**
 * Count and sum for each step of time, in the order of time. `distinct` tells values apart within each day: of a month or a weekday
 * it is the sum of its days, and hours have none.
 */
export const series = <P extends AnyPort>(
  port: P,
  query: Stepped<P> &
    (
      | { readonly per: 'day' | 'month' | 'weekday'; readonly distinct?: FieldOf<P> }
      | { readonly per: 'hour' | 'hourOfDay' }
    ),
): Read<readonly SeriesPoint[], 'cached'> => ({ kind: 'series', port, freshness: 'cached', query });
