import { mediaItems, mediaLibraries, type Tally, tally } from '@sidelight/plugin-api';
import { int } from './fields.js';

const works = (kind: 'movie' | 'series' | 'episode') => tally(mediaItems, { where: { kind }, distinct: 'workId' });
const newWorks = (kind: 'movie' | 'episode') => tally(mediaItems, { since: '7d', where: { kind }, distinct: 'workId' });

/** What the media servers hold, each work once, however many libraries of a server have it. */
export const libraryReads = {
  movies: works('movie'),
  shows: works('series'),
  episodes: works('episode'),
  libraries: tally(mediaLibraries),
  addedWeek: tally(mediaItems, { since: '7d', distinct: 'workId' }),
  addedMovies: newWorks('movie'),
  addedEpisodes: newWorks('episode'),
};

export const libraryFields = {
  movies: int(),
  shows: int(),
  episodes: int(),
  libraries: int(),
  addedWeek: int('Titles added in the last 7 days, with the series and seasons around them'),
  addedMovies: int('Films added in the last 7 days'),
  addedEpisodes: int('Episodes added in the last 7 days'),
};

/** Rows that an older version has written know no work until they are synced anew. */
export const worksOf = ({ distinct, count }: Tally): number => (distinct === 0 ? count : distinct);

export const libraryFacts = (counts: Readonly<Record<keyof typeof libraryReads, Tally>>) => ({
  movies: worksOf(counts.movies),
  shows: worksOf(counts.shows),
  episodes: worksOf(counts.episodes),
  libraries: counts.libraries.count,
  addedWeek: worksOf(counts.addedWeek),
  addedMovies: worksOf(counts.addedMovies),
  addedEpisodes: worksOf(counts.addedEpisodes),
});
