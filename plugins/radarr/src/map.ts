/** From Radarr's answers to port items. Pure. */
import type { ItemIn, releaseCalendar } from '@sidelight/plugin-api';
import {
  dueTime,
  imageAt,
  is4kRelease,
  isDay,
  isWithin,
  publicId,
  type Subject,
  type Title,
  type Window,
} from '@sidelight/servarr';
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
    missing: movie.isAvailable === true && movie.monitored && movie.hasFile !== true ? 1 : 0,
    monitored: movie.monitored,
    image: imageAt(`/api/v3/mediacover/${movie.id}`, movie.images),
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

export interface CalendarOptions {
  readonly zone: string;
  /** What the config says of this Radarr. */
  readonly is4k: boolean | undefined;
}

/** Each movie once, with the date that brought it into the window. */
export const calendarOf = (
  movies: readonly Movie[],
  window: Window,
  { zone, is4k }: CalendarOptions,
): readonly ItemIn<typeof releaseCalendar>[] =>
  movies.flatMap((movie) => {
    const due = dueDate(movie, window);
    if (due === undefined) return [];
    return {
      id: String(movie.id),
      title: movie.title,
      type: 'movie',
      date: dueTime(due, zone),
      dateKind: kindOf(movie, due),
      allDay: isDay(due) || undefined,
      is4k,
      hasFile: movie.hasFile ?? false,
      monitored: movie.monitored,
      ...idsOf(movie),
    };
  });

/** Its release is one of the other three. */
function kindOf(movie: Movie, date: string): ItemIn<typeof releaseCalendar>['dateKind'] {
  if (date === movie.digitalRelease) return 'digital';
  if (date === movie.physicalRelease) return 'physical';
  return date === movie.inCinemas ? 'cinema' : undefined;
}

/** The date from which on the movie is looked for, if it is in the window; a day in the cinemas counts least. */
function dueDate(movie: Movie, window: Window): string | undefined {
  const dates = [movie.releaseDate, movie.digitalRelease, movie.physicalRelease, movie.inCinemas];
  return dates.flatMap((date) => (date ? [date] : [])).find((date) => isWithin(date, window));
}
