/** How much of a time an integration was there, from its outages. Pure. */
import type { ItemOf, opsOutages } from '@sidelight/plugin-api';

export type Outage = ItemOf<typeof opsOutages>;

/** Epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is known of an integration. */
export interface Watched {
  readonly outages: readonly Outage[];
  /** ISO: nobody asked before; undefined: nobody did yet. */
  readonly firstAt: string | undefined;
  /** ISO, of one that is down now. */
  readonly failingSince: string | undefined;
}

export const DAY_MS = 86_400_000;

/** Percent with two decimals, rounded down, so that 100 means all of it; null: nobody asked then. */
export function uptimeIn({ from, to }: Span, { outages, firstAt, failingSince }: Watched): number | null {
  if (firstAt === undefined) return null;
  const begin = Math.max(from, Date.parse(firstAt));
  const spans = (isUnwatched: boolean): readonly Span[] =>
    outages.filter(({ cause }) => (cause === 'unwatched') === isUnwatched).map((one) => spanOf(one, to));
  const unwatched = joined(spans(true), { from: begin, to });
  // One that lasts longer than outages are looked for is told by its state alone.
  const lasting = failingSince === undefined ? [] : [{ from: Date.parse(failingSince), to }];
  const away = joined([...spans(false), ...lasting], { from: begin, to });
  const watched = to - begin - lengthOf(unwatched);
  if (watched <= 0) return null;
  const down = lengthOf(away) - lengthOf(away.flatMap((span) => joined(unwatched, span)));
  return Math.floor((1 - Math.min(1, down / watched)) * 10_000) / 100;
}

const spanOf = ({ from, to }: Outage, now: number): Span => ({
  from: Date.parse(from),
  to: to === undefined ? now : Date.parse(to),
});

/** What these cover of a time, each moment once. */
function joined(spans: readonly Span[], { from, to }: Span): readonly Span[] {
  const told: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const begin = Math.max(span.from, from, told.at(-1)?.to ?? from);
    const end = Math.min(span.to, to);
    if (begin < end) told.push({ from: begin, to: end });
  }
  return told;
}

const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** The mean of what is known; null: nothing is. */
export function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0
    ? null
    : Math.floor((known.reduce((sum, value) => sum + value, 0) / known.length) * 100) / 100;
}

/** "99.95 %". */
export const percentText = (value: number | null, unknown: string): string => (value === null ? unknown : `${value} %`);
