/** From Sonarr's answers to port items. Pure. */
import type { ItemIn, releaseCalendar } from '@sidelight/plugin-api';
import {
  dueTime,
  idsOf,
  imageAt,
  is4kRelease,
  isDay,
  isoTime,
  publicId,
  type Subject,
  type Title,
} from '@sidelight/servarr';
import type { Episode, HistoryRecord, QueueRecord, Series } from './upstream.js';

export type Titles = ReadonlyMap<number, Title>;

export const titleOf = (series: Series): Title => ({
  id: String(series.id),
  title: series.title,
  type: 'episode',
  date: series.nextAiring ? isoTime(series.nextAiring) : undefined,
  hasFile: (series.statistics?.episodeFileCount ?? 0) > 0,
  missing: missingOf(series),
  monitored: series.monitored,
  image: imageAt(`/api/v3/mediacover/${series.id}`, series.images),
  tmdb: publicId(series.tmdbId),
  tvdb: publicId(series.tvdbId),
  imdb: publicId(series.imdbId),
});

function missingOf({ statistics }: Series): number | undefined {
  const { episodeCount, episodeFileCount } = statistics ?? {};
  return typeof episodeCount === 'number' ? Math.max(0, episodeCount - (episodeFileCount ?? 0)) : undefined;
}

/** The queue tells the season of a record, the history that of its episode. */
type AnyRecord = Pick<QueueRecord, 'seriesId' | 'seasonNumber' | 'quality'> & Pick<HistoryRecord, 'episode'>;

/** Records of a queue, a history or a calendar. */
export type Records = readonly Pick<QueueRecord, 'seriesId'>[];
export const seriesIds = (records: Records) => records.map(({ seriesId }) => seriesId);

/** @param is4k what the config says of this Sonarr */
export const subjectWith =
  (titles: Titles, is4k: boolean | undefined) =>
  (record: AnyRecord): Subject => ({
    work: titles.get(record.seriesId ?? 0),
    season: record.seasonNumber ?? record.episode?.seasonNumber,
    is4k: is4kRelease(is4k, record.quality),
  });

export interface CalendarOptions {
  readonly titles: Titles;
  readonly zone: string;
  /** What the config says of this Sonarr. */
  readonly is4k: boolean | undefined;
}

export const calendarOf = (
  episodes: readonly Episode[],
  { titles, zone, is4k }: CalendarOptions,
): readonly ItemIn<typeof releaseCalendar>[] =>
  episodes.flatMap((episode) => {
    if (!episode.airDateUtc) return [];
    const series = titles.get(episode.seriesId);
    return {
      id: String(episode.id),
      title: [series?.title, codeOf(episode), episode.title === 'TBA' ? undefined : episode.title]
        .filter(Boolean)
        .join(' '),
      type: 'episode',
      date: isAllDay(episode) ? dueTime(episode.airDateUtc, zone) : isoTime(episode.airDateUtc),
      dateKind: 'air',
      allDay: isAllDay(episode) || undefined,
      season: episode.seasonNumber,
      episode: episode.episodeNumber,
      seriesId: String(episode.seriesId),
      premiere: episode.episodeNumber === 1 || undefined,
      finale: episode.finaleType ? true : undefined,
      is4k,
      hasFile: episode.hasFile,
      monitored: episode.monitored,
      ...idsOf(series),
    };
  });

/** A show without an hour airs at midnight in UTC of its own day; one that does air then has another day at home. */
const isAllDay = ({ airDate, airDateUtc }: Episode): boolean =>
  typeof airDateUtc === 'string' && isDay(airDateUtc) && airDate === airDateUtc.slice(0, 10);

/** "S02E08" */
const codeOf = ({ seasonNumber, episodeNumber }: Episode): string =>
  `S${twoDigits(seasonNumber)}E${twoDigits(episodeNumber)}`;
const twoDigits = (n: number): string => String(n).padStart(2, '0');
