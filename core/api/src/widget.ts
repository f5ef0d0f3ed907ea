import type { Answers, AnswersOf, Read, Reads, SummaryReads } from './read.js';
import type { Tile } from './tile.js';
import type { Static, TObject } from './typebox.js';

/** An account as a row names it. */
export interface Account {
  readonly source: string;
  readonly userId?: string | undefined;
  readonly name?: string | undefined;
}

export interface Person {
  /** The same for every account of one person: two rows are of one person where it is the same, whatever their names. */
  readonly id: string;
  /** What the person is called today. */
  readonly name: string;
}

/** Who is behind an account: somebody of `people:` in the YAML, else the account itself under its name of today. */
export interface People {
  of(account: Account): Person;
}

/** What a render may know beside its answers: it stays a pure function of its arguments. */
export interface RenderContext<T = Static<TObject>, Q = Static<TObject>> {
  readonly now: Date;
  /** IANA zone of "today". */
  readonly zone: string;
  /** How many elements a capped list may have. */
  readonly limit: number;
  /** Those of the plugin that brought it, complete with defaults: `plugins.<id>:` in the YAML. */
  readonly settings: T;
  /** The parameters that the widget declares, complete with defaults; of what declares none: empty. */
  readonly query: Q;
  /** Names in rows are as old as the rows, and mean an account of one integration: show and compare what this makes of them. */
  readonly people: People;
}

/** What a widget asks: always the same, or what its query makes of it. */
export type Asked = Reads | ((query: never) => Reads);

/** Something with a date, as calendars take it. */
export interface AgendaEvent {
  /** The same for as long as it is about the same thing. */
  readonly id: string;
  readonly title: string;
  /** What else there is to say. */
  readonly text?: string;
  /** One word: calendars may show each kind in a colour of its own. */
  readonly kind?: string;
  /** The local day: "2026-11-22". */
  readonly day: string;
  /** ISO; not given: it is of the whole day. */
  readonly at?: string;
  /** How long it takes from `at` on; 60 if not given. */
  readonly minutes?: number;
}

/** One route under /api/widgets. */
export interface Widget<
  R extends Asked = Reads,
  S extends TObject = TObject,
  Q extends TObject = TObject,
  T extends TObject = TObject,
> {
  readonly id: string;
  /** One sentence for the catalog and the OpenAPI document. */
  readonly summary: string;
  /** Query parameters of its own, beside limit, tz and source. One that must be given needs a widget without a tile. */
  readonly query?: Q;
  /** The schema of its plugin's settings, as the plugin declares it: gives `ctx.settings` its type. */
  readonly settings?: T;
  /** A function only where every parameter is one of some values, or a flag: all that it gives is known at the start. */
  readonly reads: R;
  readonly response: S;
  readonly tile?: Tile<S>;
  /** What in its answer has a date: it is served as a calendar file, too, at /api/widgets/<id>.ics. */
  agenda?(answer: Static<S>): readonly AgendaEvent[];
  /** A path of its own (scope `full`); such a widget has no tile. Not given: /api/widgets/<id>. */
  readonly path?: `/api/${string}`;
  /** Pure and synchronous. */
  render(answers: AnswersOf<R>, ctx: RenderContext<Static<T>, Static<Q>>): Static<S>;
}

/** A slice of GET /api/widgets/homepage: cached reads only, by type. */
export interface Summary<
  R extends SummaryReads = SummaryReads,
  S extends TObject = TObject,
  T extends TObject = TObject,
> {
  readonly id: string;
  readonly reads: R;
  readonly settings?: T;
  readonly fields: S;
  render(answers: Answers<R>, ctx: RenderContext<Static<T>>): Static<S>;
}

export type Ask = <Out>(read: Read<Out>) => Promise<Out>;

/** A route about one thing: it asks step by step, because what to ask next depends on the answer before. */
export interface Lookup<Q extends TObject = TObject, S extends TObject = TObject, T extends TObject = TObject> {
  readonly path: `/api/${string}`;
  readonly summary: string;
  readonly settings?: T;
  readonly params: Q;
  readonly response: S;
  /** null: there is no such thing (404). `fail('refused', …)` is a question that cannot be answered as it was asked (400). */
  answer(ask: Ask, params: Static<Q>, ctx: RenderContext<Static<T>>): Promise<Static<S> | null>;
}

/** A contribution whose reads and schema are not known to the reader: what registries hold. */
// biome-ignore lint/suspicious/noExplicitAny: `render` takes the answers, so "any widget" needs a bivariant type
export type AnyWidget = Widget<any, any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnySummary = Summary<any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyLookup = Lookup<any, any, any>;

export const defineWidget = <
  const R extends Reads | ((query: Static<Q>) => Reads),
  S extends TObject,
  Q extends TObject,
  T extends TObject,
>(
  widget: Widget<R, S, Q, T>,
): Widget<R, S, Q, T> => widget;
export const defineSummary = <const R extends SummaryReads, S extends TObject, T extends TObject>(
  summary: Summary<R, S, T>,
): Summary<R, S, T> => summary;
export const defineLookup = <Q extends TObject, S extends TObject, T extends TObject>(
  lookup: Lookup<Q, S, T>,
): Lookup<Q, S, T> => lookup;
