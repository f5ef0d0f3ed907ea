/** Literal answers for renders. */
import {
  type AnySummary,
  type AnyWidget,
  type Group,
  mismatch,
  type Read,
  type Reads,
  type RenderContext,
  type Rows,
  type SourceState,
  type Static,
  type Tally,
  type TObject,
} from '@sidelight/plugin-api';
import { askedReads, defaultsOf, queryKey } from '@sidelight/plugin-api/host';
import { directoryOf } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';

export const NOW = '2026-08-22T09:10:00.000Z';

export const at = (over: Partial<RenderContext> = {}): RenderContext => ({
  now: new Date(NOW),
  zone: 'UTC',
  limit: 8,
  settings: {},
  query: {},
  people: directoryOf([], []),
  ...over,
});

export const source = (
  id: string,
  state: SourceState['state'] = 'ok',
  fetchedAt: string | null = NOW,
): SourceState => ({
  id,
  state,
  fetchedAt,
});

/** Rows that know their sources; the states of the sources are `ok` unless given. */
export function rows<T extends { readonly source: string }>(
  items: readonly T[],
  sources: readonly SourceState[] = [...new Set(items.map((item) => item.source))].map((id) => source(id)),
): Rows<T> {
  return { items, sources };
}

/** Rows of one source. */
export const of = <T extends object>(id: string, ...items: readonly T[]): readonly (T & { source: string })[] =>
  items.map((item) => ({ ...item, source: id }));

export const total = (count: number, more: Partial<Tally> = {}): Tally => ({ count, distinct: 0, sum: 0, ...more });

export const group = (key: string, count: number, more: Partial<Group> = {}): Group => ({
  key,
  source: null,
  count,
  distinct: 0,
  sum: 0,
  ...more,
});

/** A group by who watched what, as `media.playtime` puts it. */
export const subject = (work: string, title: string, account: string, plays: number, sum = 0, source = 'living-room') =>
  group([work, title, account, account.toUpperCase()].join('\u001f'), plays, { distinct: plays, sum, source });

const NOTHING: Readonly<Record<Read['kind'], unknown>> = {
  rows: { items: [], sources: [] },
  tally: { count: 0, distinct: 0, sum: 0 },
  top: [],
  series: [],
  digest: [],
};

/** What nothing configured answers. */
export const nothing = (reads: Readonly<Record<string, Read>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, NOTHING[read.kind]]));

interface Renders<A, S extends TObject, Q> {
  readonly render: (answers: A, ctx: RenderContext<Static<TObject>, Q>) => Static<S>;
  readonly response: S;
  readonly query?: TObject;
}

/** The payload, which must match the widget's own schema. */
export function render<A, S extends TObject, Q>(
  widget: Renders<A, S, Q>,
  answers: NoInfer<A>,
  { query, ...ctx }: RenderContext = at(),
): Static<S> {
  // Complete, as the daemon makes it: the widget's own type says what it then holds.
  const asked = { ...defaultsOf(widget.query), ...query } as Q;
  const payload = widget.render(answers, { ...ctx, query: asked });
  expect(mismatch(widget.response, payload)).to.equal(undefined);
  return payload;
}

/** What a widget asks when its query is not given. */
export const asksOf = (widget: AnyWidget): Reads => {
  const asked = askedReads(widget);
  return asked.get('') ?? asked.get(queryKey(defaultsOf(widget.query) ?? {})) ?? {};
};

export const renderNothing = (widget: AnyWidget): Record<string, unknown> =>
  render(widget, nothing(asksOf(widget))) as Record<string, unknown>;

export const summariseNothing = (summary: AnySummary): Record<string, unknown> =>
  render({ render: summary.render, response: summary.fields }, nothing(summary.reads)) as Record<string, unknown>;
