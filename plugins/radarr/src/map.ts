/** From Radarr's answers to port items. Pure. */
import type { ItemIn, releaseCalendar } from '@sidelight/plugin-api';
import { dueTime, is4kRelease, isWithin, publicId, type Subject, type Title, type Window } from '@sidelight/servarr';
import type { HistoryRecord, Movie, QueueRecord } from './upstream.js';

const idsOf = (movie: Movie) => ({ tmdb: publicId(movie.tmdbId), imdb: publicId(movie.imdbId) });

export const titleIn =
  (zone: string) =>
  (movie: Movie): Title => ({
    id: String(movie.id),
    title: movie.title,
    type: 'movie',
    date: movie.releaseDate ? dueTime(movie.releaseDate, zone) : undefined,
    hasFile: movie.hasFile ?? false,
    monitored: movie.monitored,
    ...idsOf(movie),
  });

/** Records of a queue, a history or a calendar. */
export type Records = readonly Pick<QueueRecord, 'movieId'>[];
export const movieIds = (records: Records) => records.map(({ movieId }) => movieId);

/** @param is4k what the config says of this Radarr */
export const subjectWith =
  (titles: ReadonlyMap<number, Title>, is4k: boolean | undefined) =>
  (record: Pick<QueueRecord | HistoryRecord, 'movieId' | 'quality'>): Subject => ({
    work: titles.get(record.movieId ?? 0),
    is4k: is4kRelease(is4k, record.quality),
  });

/** Each movie once, with the date that brought it into the window. */
export const calendarOf = (
  movies: readonly Movie[],
  window: Window,
  zone: string,
): readonly ItemIn<typeof releaseCalendar>[] =>
  movies.flatMap((movie) => {
    const due = dueDate(movie, window);
    if (due === undefined) return [];
    return {
      id: String(movie.id),
      title: movie.title,
      type: 'movie',
      date: dueTime(due, zone),
      hasFile: movie.hasFile ?? false,
      monitored: movie.monitored,
      ...idsOf(movie),
    };
  });

/** The date from which on the movie is looked for, if it is in the window; a day in the cinemas counts least. */
function dueDate(movie: Movie, window: Window): string | undefined {
  const dates = [movie.releaseDate, movie.digitalRelease, movie.physicalRelease, movie.inCinemas];
  return dates.flatMap((date) => (date ? [date] : [])).find((date) => isWithin(date, window));
}
