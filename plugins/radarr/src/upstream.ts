/** The fields of Radarr's API (version 3, of Radarr 3 to 6) that are read. */
import { IsoTime, type Static, Type } from '@sidelight/plugin-api';
import { historyRecord, Images, maybe, pageOf, queueRecord } from '@sidelight/servarr';

/** Its dates are days: midnight in UTC, but for a few with another hour. */
export const Movie = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  monitored: Type.Boolean(),
  hasFile: maybe(Type.Boolean()),
  tmdbId: maybe(Type.Integer()),
  imdbId: maybe(Type.String()),
  inCinemas: maybe(IsoTime()),
  digitalRelease: maybe(IsoTime()),
  physicalRelease: maybe(IsoTime()),
  /** The one of the three from which on the movie is looked for, as its minimum availability says. */
  releaseDate: maybe(IsoTime()),
  /** Out, as its minimum availability says. */
  isAvailable: maybe(Type.Boolean()),
  sizeOnDisk: maybe(Type.Number()),
  images: maybe(Images),
});
export const Movies = Type.Array(Movie);

/** Without a movie while the release is not matched to one. */
export const QueueRecord = queueRecord({ movieId: maybe(Type.Integer()) });
export const QueuePage = pageOf(QueueRecord);

export const HistoryRecord = historyRecord({ movieId: Type.Integer() });
export const History = Type.Array(HistoryRecord);

export type Movie = Static<typeof Movie>;
export type QueueRecord = Static<typeof QueueRecord>;
export type HistoryRecord = Static<typeof HistoryRecord>;
