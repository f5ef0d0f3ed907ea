import type { Answers, Read, Reads, SummaryReads } from './read.js';
import type { Tile } from './tile.js';
import type { Static, TObject } from './typebox.js';

/** What a render may know beside its answers: it stays a pure function of its arguments. */
export interface RenderContext {
  readonly now: Date;
  /** IANA zone of "today". */
  readonly zone: string;
  /** How many elements a capped list may have. */
  readonly limit: number;
}

/** One route under /api/widgets. */
export interface Widget<R extends Reads = Reads, S extends TObject = TObject> {
  readonly id: string;
  /** One sentence for the catalog and the OpenAPI document. */
  readonly summary: string;
  readonly reads: R;
  readonly response: S;
  readonly tile?: Tile<S>;
  /** A path of its own (scope `full`); such a widget has no tile. Not given: /api/widgets/<id>. */
  readonly path?: `/api/${string}`;
  /** Pure and synchronous. */
  render(answers: Answers<R>, ctx: RenderContext): Static<S>;
}

/** A slice of GET /api/widgets/homepage: cached reads only, by type. */
export interface Summary<R extends SummaryReads = SummaryReads, S extends TObject = TObject> {
  readonly id: string;
  readonly reads: R;
  readonly fields: S;
  render(answers: Answers<R>, ctx: RenderContext): Static<S>;
}

export type Ask = <Out>(read: Read<Out>) => Promise<Out>;

/** A route about one thing: it asks step by step, because what to ask next depends on the answer before. */
export interface Lookup<Q extends TObject = TObject, S extends TObject = TObject> {
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly params: Q;
  readonly response: S;
  /** null: there is no such thing (404). `fail('refused', …)` is a question that cannot be answered as it was asked (400). */
  answer(ask: Ask, params: Static<Q>, ctx: RenderContext): Promise<Static<S> | null>;
}

/** A contribution whose reads and schema are not known to the reader: what registries hold. */
// biome-ignore lint/suspicious/noExplicitAny: `render` takes the answers, so "any widget" needs a bivariant type
export type AnyWidget = Widget<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnySummary = Summary<any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyLookup = Lookup<any, any>;

export const defineWidget = <const R extends Reads, S extends TObject>(widget: Widget<R, S>): Widget<R, S> => widget;
export const defineSummary = <const R extends SummaryReads, S extends TObject>(summary: Summary<R, S>): Summary<R, S> =>
  summary;
export const defineLookup = <Q extends TObject, S extends TObject>(lookup: Lookup<Q, S>): Lookup<Q, S> => lookup;
