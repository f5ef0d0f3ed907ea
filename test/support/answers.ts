/** Literal answers for renders. */
import {
  type AnySummary,
  type AnyWidget,
  type Group,
  mismatch,
  type Read,
  type RenderContext,
  type Rows,
  type SourceState,
  type Static,
  type Tally,
  type TObject,
} from '@sidelight/plugin-api';
import { expect } from 'chai';

export const NOW = '2026-08-22T09:10:00.000Z';

export const at = (over: Partial<RenderContext> = {}): RenderContext => ({
  now: new Date(NOW),
  zone: 'UTC',
  limit: 8,
  settings: {},
  query: {},
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

const NOTHING: Readonly<Record<Read['kind'], unknown>> = {
  rows: { items: [], sources: [] },
  tally: { count: 0, distinct: 0, sum: 0 },
  top: [],
  digest: [],
};

/** What nothing configured answers. */
export const nothing = (reads: Readonly<Record<string, Read>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, NOTHING[read.kind]]));

interface Renders<A, S extends TObject> {
  readonly render: (answers: A, ctx: RenderContext) => Static<S>;
  readonly response: S;
}

/** The payload, which must match the widget's own schema. */
export function render<A, S extends TObject>(widget: Renders<A, S>, answers: A, ctx = at()): Static<S> {
  const payload = widget.render(answers, ctx);
  expect(mismatch(widget.response, payload)).to.equal(undefined);
  return payload;
}

export const renderNothing = (widget: AnyWidget): Record<string, unknown> =>
  render(widget, nothing(widget.reads)) as Record<string, unknown>;

export const summariseNothing = (summary: AnySummary): Record<string, unknown> =>
  render({ render: summary.render, response: summary.fields }, nothing(summary.reads)) as Record<string, unknown>;
