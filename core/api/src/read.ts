import type { DigestEntry } from './digest.js';
import type { AnyPort, ItemOf, Port } from './port.js';
import type { SeriesStep } from './series.js';

/** A window that ends now. Without it: every row; on a log only count and sum, which the cache keeps as counters. */
export type Since = '15m' | '24h' | '7d' | '30d' | '90d' | '365d' | 'midnight';

export type State = 'ok' | 'stale' | 'down';

/** What is known of one source of a read. `fetchedAt`: when its data was last good, ISO, null if never. */
export interface SourceState {
  readonly id: string;
  readonly state: State;
  readonly fetchedAt: string | null;
  /** Of one that is down: since when, where that is known. ISO. */
  readonly since?: string;
}

export interface Rows<T> {
  readonly items: readonly (T & { readonly source: string })[];
  readonly sources: readonly SourceState[];
}

export interface Tally {
  readonly count: number;
  readonly distinct: number;
  readonly sum: number;
}

/** `source` is set when the grouped field is an id, which means something within its source only. */
export interface Group extends Tally {
  readonly key: string;
  readonly source: string | null;
}

export type Freshness = 'cached' | 'derived' | 'live';

/** What a widget asks of a port. `out` is never set: it carries the type of the answer. */
export interface Read<Out = unknown, F extends Freshness = Freshness> {
  readonly kind: 'rows' | 'tally' | 'top' | 'series' | 'digest';
  readonly freshness: F;
  readonly port?: AnyPort;
  readonly query?: Query;
  /** Its sources show neither in `sources` nor in `sourceState`. */
  readonly optional?: boolean;
  /** Only rows whose `id` is named there. */
  readonly namedBy?: NamedBy;
  readonly out?: Out;
}

/** Another read of the same widget, and the field of its rows that is a reference. `own`: that is an id of the row's own source. */
export interface NamedBy {
  readonly read: string;
  readonly field: string;
  readonly own?: true;
}

/** The union of what reads can ask; the typed functions below make sure that each asks only what makes sense. */
export interface Query {
  readonly since?: Since;
  readonly where?: Readonly<Record<string, unknown>>;
  readonly newest?: number;
  readonly by?: string;
  readonly distinct?: string;
  readonly sum?: string;
  readonly limit?: number;
  /** Of a series: its steps, and how many days it goes back. */
  readonly per?: SeriesStep;
  readonly days?: number;
  /** Of the digest: those that are snoozed. */
  readonly snoozed?: true;
}

export type Reads<F extends Freshness = Freshness> = Readonly<Record<string, Read<unknown, F>>>;
/** The homepage never waits for an upstream. */
export type SummaryReads = Reads<'cached' | 'derived'>;
/** A digest rule cannot read the digest. */
export type RuleReads = Reads<'cached'>;
export type Answers<R extends Reads> = {
  readonly [K in keyof R]: R[K] extends Read<infer Out, Freshness> ? Out : never;
};

/** Of what a widget asks, which may be a function of its query. */
export type AnswersOf<R> = R extends (query: never) => infer Given
  ? Given extends Reads
    ? Answers<Given>
    : never
  : R extends Reads
    ? Answers<R>
    : never;

/** An indexed field of a port. */
// biome-ignore lint/suspicious/noExplicitAny: inferring the index must not constrain the other parameters
export type FieldOf<P> = P extends Port<any, infer I, any> ? I & keyof ItemOf<P> & string : never;
export type NumberOf<P> = {
  [K in FieldOf<P>]: NonNullable<ItemOf<P>[K]> extends number ? K : never;
}[FieldOf<P>];
export interface Where<P> {
  readonly since?: Since;
  /** Each field has this value, or one of these. */
  readonly where?: {
    readonly [K in FieldOf<P>]?: NonNullable<ItemOf<P>[K]> | readonly NonNullable<ItemOf<P>[K]>[];
  };
}

/** Rows and the state of each source; with `newest` the latest n of all sources, newest first. */
export const cached = <P extends AnyPort>(
  port: P,
  query: Where<P> & { newest?: number } = {},
): Read<Rows<ItemOf<P>>, 'cached'> => ({ kind: 'rows', port, freshness: 'cached', query });

/** How many rows, how many different values of a field, the sum of a field. */
export const tally = <P extends AnyPort>(
  port: P,
  query: Where<P> & { distinct?: FieldOf<P>; sum?: NumberOf<P> } = {},
): Read<Tally, 'cached'> => ({ kind: 'tally', port, freshness: 'cached', query });

/** Groups by a field, the largest count first. */
export const top = <P extends AnyPort>(
  port: P,
  query: Where<P> & { by: FieldOf<P>; distinct?: FieldOf<P>; sum?: NumberOf<P>; limit?: number },
): Read<readonly Group[], 'cached'> => ({ kind: 'top', port, freshness: 'cached', query });

/**
 * The rows that those of another read of the same widget refer to: they are looked up by their ids, so a large port costs no
 * more than what is named. They are another source's as a rule, so they are optional, and no `?source=` leaves them out. A bare
 * id may name rows of several sources.
 */
export const named = <P extends AnyPort>(
  port: 'id' extends FieldOf<P> ? P : never,
  by: NamedBy,
): Read<Rows<ItemOf<P>>, 'cached'> => ({ kind: 'rows', port, freshness: 'cached', optional: true, namedBy: by });

/** Asks the integrations now. */
export const live = <P extends AnyPort>(port: P): Read<Rows<ItemOf<P>>, 'live'> => ({
  kind: 'rows',
  port,
  freshness: 'live',
});

/** What needs attention: the result of all digest rules, without what is snoozed. */
export const digest = (): Read<readonly DigestEntry[], 'derived'> => ({ kind: 'digest', freshness: 'derived' });

/** What would need attention, but was put off. */
export const snoozedDigest = (): Read<readonly DigestEntry[], 'derived'> => ({
  kind: 'digest',
  freshness: 'derived',
  query: { snoozed: true },
});

/** Welcome where it is there, not missed where it is not: its sources are none of the payload's. */
export const optional = <Out, F extends Freshness>(read: Read<Out, F>): Read<Out, F> => ({ ...read, optional: true });
