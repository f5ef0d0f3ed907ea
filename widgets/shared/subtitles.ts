/** Subtitles that are wanted. Pure. */
import type { subtitleCounts, subtitleWanted } from '@sidelight/plugin-api';
import { NO_LABEL } from './fields.js';
import { fullTitle } from './labels.js';
import { globalId, type RowOf, sumOf } from './rows.js';

export type Wanted = RowOf<typeof subtitleWanted>;

/** The manager's own counters go first; without them its rows are counted. */
export function wantedCount(wanted: readonly Wanted[], counts: readonly RowOf<typeof subtitleCounts>[]): number {
  const counted = new Set(counts.map((row) => row.source));
  const others = wanted.filter((title) => !counted.has(title.source));
  return sumOf(counts, (row) => row.movies + row.episodes) + others.length;
}

export const wantedRow = (wanted: Wanted) => ({
  id: globalId(wanted.source, wanted.id),
  title: fullTitle(wanted.series, wanted.title),
  kind: wanted.kind,
  languages: [...wanted.languages],
  label: wanted.languages.join(', ') || NO_LABEL,
});
