/** By how much the libraries grew, as far as there is history. Pure. */
import { type Answers, bytes, cached, dayOf, mediaGrowth, optional } from '@sidelight/plugin-api';
import { int, NO_LABEL, nullable, text } from './fields.js';
import type { RowOf } from './rows.js';

type Row = RowOf<typeof mediaGrowth>;

/** Forty days of five servers: more would be asked for nothing. */
export const growthReads = { growth: optional(cached(mediaGrowth, { newest: 200 })) };

export const growthFields = {
  growth: text('"+120 GB in 7 days", "+1.2 TB in 30 days" if known, or empty'),
  growthWeek: nullable(int('Bytes added in 7 days minus those removed; null: unknown for this period')),
  growthMonth: nullable(int('The same for 30 days')),
  grownWeek: text('Formatted growthWeek: "+120 GB", or –'),
};

const DAY_MS = 86_400_000;
/** A day without a row was one on which nothing ran; one that is much older says nothing of the days that are asked for. */
const SLACK_DAYS = 2;

interface Now {
  readonly now: Date;
  readonly zone: string;
  /** Those that have libraries now: rows of a log outlive their source. */
  readonly sources: ReadonlySet<string>;
}

export function growthFacts({ growth }: Answers<typeof growthReads>, at: Now) {
  const [growthWeek, growthMonth] = [grownIn(7, growth.items, at), grownIn(30, growth.items, at)];
  const parts = [partOf(growthWeek, 7), partOf(growthMonth, 30)].filter((part) => part !== '');
  const grownWeek = growthWeek === null ? NO_LABEL : signed(growthWeek);
  return { growth: parts.join(', '), growthWeek, growthMonth, grownWeek };
}

const partOf = (grown: number | null, days: number): string =>
  grown === null ? '' : `${signed(grown)} in ${days} days`;

const signed = (grown: number): string => `${grown < 0 ? '−' : '+'}${bytes(Math.abs(grown))}`;

/** Every server has to tell: of one that came lately nobody knows what it held before. */
function grownIn(days: number, rows: readonly Row[], { now, zone, sources }: Now): number | null {
  const today = Date.parse(dayOf(now, zone));
  const age = (row: Row): number => Math.round((today - Date.parse(row.day)) / DAY_MS);
  let sum = sources.size === 0 ? null : 0;
  for (const source of sources) {
    const own = rows.filter((row) => row.source === source).toSorted((a, b) => age(a) - age(b));
    const last = own[0];
    const then = own.find((row) => age(row) >= days);
    if (sum === null || last === undefined || then === undefined || age(then) > days + SLACK_DAYS) return null;
    sum += last.sizeBytes - then.sizeBytes;
  }
  return sum;
}
