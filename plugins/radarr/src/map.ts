/** From Radarr's answers to port items. Pure. */
import type { ItemIn, releaseCalendar } from '@sidelight/plugin-api';
import {
  dayIn,
  type Held,
  idsIn,
  imageAt,
  is4kRelease,
  isWithin,
  onDay,
  publicId,
  type Subject,
  startOfDay,
  type Title,
  type Window,
} from '@sidelight/servarr';
import type { HistoryRecord, Movie, QueueRecord } from './upstream.js';

const idsOf = (movie: Movie) => ({ tmdb: publicId(movie.tmdbId), imdb: publicId(movie.imdbId) });

const imageOf = (movie: Movie) => imageAt(`/api/v3/mediacover/${movie.id}`, movie.images);

export const titleIn =
  (zone: string) =>
  (movie: Movie): Held => ({
    id: String(movie.id),
    title: movie.title,
    type: 'movie',
    date: movie.releaseDate ? startOfDay(dayIn(movie.releaseDate), zone) : undefined,
    hasFile: movie.hasFile ?? false,
    have: movie.hasFile ? 1 : 0,
    missing: movie.isAvailable === true && movie.monitored && movie.hasFile !== true ? 1 : 0,
    monitored: movie.monitored,
    image: imageOf(movie),
    stock: { files: movie.hasFile ? 1 : 0, bytes: movie.sizeOnDisk ?? 0 },
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

/** The command that looks for this movie again. */
export function search(records: readonly QueueRecord[]) {
  const ids = idsIn(movieIds(records));
  return ids && { name: 'MoviesSearch', movieIds: ids };
}

export interface CalendarOptions {
  readonly zone: string;
  /** The local day. */
  readonly today: string;
  /** What a film will take, by those that are there. */
  readonly sizeBytes: number | undefined;
  /** What the config says of this Radarr. */
  readonly is4k: boolean | undefined;
}

/** Each movie once, with the day that brought it into the window. */
export const calendarOf = (
  movies: readonly Movie[],
  window: Window,
  { zone, today, sizeBytes, is4k }: CalendarOptions,
): readonly ItemIn<typeof releaseCalendar>[] =>
  movies.flatMap((movie) => {
    const next = nextRelease(movie, window, today);
    if (next === undefined) return [];
    return {
      id: String(movie.id),
      title: movie.title,
      type: 'movie',
      ...onDay(next.day, zone),
      dateKind: next.kind,
      sizeBytes,
      is4k,
      hasFile: movie.hasFile ?? false,
      monitored: movie.monitored,
      image: imageOf(movie),
      ...idsOf(movie),
    };
  });

/** Of its days in the window: the next one on which it can be had, else the next in the cinemas, else one that is over. */
function nextRelease(movie: Movie, window: Window, today: string) {
  const known = [
    { date: movie.digitalRelease, kind: 'digital' },
    { date: movie.physicalRelease, kind: 'physical' },
    { date: movie.inCinemas, kind: 'cinema' },
  ] as const;
  // Where it knows neither of the first two, Radarr guesses a date from which on it looks for the movie.
  const guess = known.some(({ date }) => date === movie.releaseDate) ? undefined : movie.releaseDate;
  const days = [...known, { date: guess, kind: undefined }]
    .flatMap(({ date, kind }) => (date && isWithin(date, window) ? [{ day: dayIn(date), kind }] : []))
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const coming = days.filter(({ day }) => day >= today);
  return (
    coming.find(({ kind }) => kind !== 'cinema') ?? coming[0] ?? days.find(({ kind }) => kind !== 'cinema') ?? days[0]
  );
}
