/** The fields of Sonarr's API (version 3, of Sonarr 3 and 4) that are read. */
import { IsoTime, type Static, Type } from '@sidelight/plugin-api';
import { historyRecord, Images, maybe, pageOf, queueRecord } from '@sidelight/servarr';

export const Series = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  monitored: Type.Boolean(),
  tvdbId: maybe(Type.Integer()),
  /** 0 while unknown. */
  tmdbId: maybe(Type.Integer()),
  imdbId: maybe(Type.String()),
  nextAiring: maybe(IsoTime()),
  /** Where it airs; missing while nobody knows the hour. */
  airTime: maybe(Type.String()),
  /** standard, daily, anime */
  seriesType: maybe(Type.String()),
  /** `episodeCount`: those that are wanted and have been aired, or are there. */
  statistics: maybe(
    Type.Object({
      episodeFileCount: maybe(Type.Integer()),
      episodeCount: maybe(Type.Integer()),
      sizeOnDisk: maybe(Type.Number()),
    }),
  ),
  images: maybe(Images),
});
export const SeriesList = Type.Array(Series);

export const Episode = Type.Object({
  id: Type.Integer(),
  seriesId: Type.Integer(),
  /** 0: specials */
  seasonNumber: Type.Integer(),
  episodeNumber: Type.Integer(),
  /** "TBA" while it has none. */
  title: maybe(Type.String()),
  airDateUtc: maybe(IsoTime()),
  /** The day where it airs. */
  airDate: maybe(Type.String()),
  /** season, series, midseason */
  finaleType: maybe(Type.String()),
  hasFile: Type.Boolean(),
  monitored: Type.Boolean(),
});
export const Episodes = Type.Array(Episode);

/** One for each episode; without a series while the release is not matched to one. */
export const QueueRecord = queueRecord({
  seriesId: maybe(Type.Integer()),
  episodeId: maybe(Type.Integer()),
  seasonNumber: maybe(Type.Integer()),
});
export const QueuePage = pageOf(QueueRecord);

export const HistoryRecord = historyRecord({
  seriesId: Type.Integer(),
  episode: maybe(Type.Object({ seasonNumber: Type.Integer() })),
});
export const History = Type.Array(HistoryRecord);

export type Series = Static<typeof Series>;
export type Episode = Static<typeof Episode>;
export type QueueRecord = Static<typeof QueueRecord>;
export type HistoryRecord = Static<typeof HistoryRecord>;
