import { mediaItems, mediaLibraries, tally } from '@sidelight/plugin-api';
import { int } from './fields.js';

/** What the media servers hold. */
export const libraryReads = {
  movies: tally(mediaItems, { where: { kind: 'movie' } }),
  shows: tally(mediaItems, { where: { kind: 'series' } }),
  episodes: tally(mediaItems, { where: { kind: 'episode' } }),
  libraries: tally(mediaLibraries),
  addedWeek: tally(mediaItems, { since: '7d' }),
};

export const libraryFields = {
  movies: int(),
  shows: int(),
  episodes: int(),
  libraries: int(),
  addedWeek: int('Titles added in the last 7 days'),
};

type Counts = Readonly<Record<keyof typeof libraryReads, { readonly count: number }>>;

export const libraryFacts = (counts: Counts) => ({
  movies: counts.movies.count,
  shows: counts.shows.count,
  episodes: counts.episodes.count,
  libraries: counts.libraries.count,
  addedWeek: counts.addedWeek.count,
});
