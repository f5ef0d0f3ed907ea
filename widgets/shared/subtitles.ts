/** Subtitles that are wanted. Pure. */
import type { subtitleCounts, subtitleWanted } from '@sidelight/plugin-api';
import { NO_LABEL } from './fields.js';
import { counted, fullTitle } from './labels.js';
import { globalId, type RowOf, sumOf } from './rows.js';

export type Wanted = RowOf<typeof subtitleWanted>;

type Counts = RowOf<typeof subtitleCounts>;

/** What each manager lacks: by its own counters; without them its rows are counted. */
export function managerRows(wanted: readonly Wanted[], counts: readonly Counts[]) {
  const told = new Set(counts.map(({ source }) => source));
  const others = [...new Set(wanted.map(({ source }) => source))].filter((source) => !told.has(source));
  return [...counts, ...others.map((source) => countsOf(source, wanted))].map(
    ({ source, movies, episodes, languages = null, throttled = null }) => ({
      service: source,
      ...{ movies, episodes, languages, throttled },
      label: movies + episodes === 0 ? 'nothing missing' : `${counted(movies + episodes, 'title')} without`,
    }),
  );
}

/** Of a manager without counters. What is no film is counted as an episode. */
function countsOf(source: string, wanted: readonly Wanted[]): Counts {
  const own = wanted.filter((title) => title.source === source);
  const movies = own.filter(({ kind }) => kind === 'movie').length;
  return { source, movies, episodes: own.length - movies, languages: sumOf(own, (title) => title.languages.length) };
}

export const wantedCount = (wanted: readonly Wanted[], counts: readonly Counts[]): number =>
  sumOf(managerRows(wanted, counts), (row) => row.movies + row.episodes);

export const wantedRow = (wanted: Wanted) => ({
  id: globalId(wanted.source, wanted.id),
  title: fullTitle(wanted.series, wanted.title),
  kind: wanted.kind,
  languages: [...wanted.languages],
  label: wanted.languages.join(', ') || NO_LABEL,
});
