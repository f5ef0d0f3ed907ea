/** From Sonarr's answers to port items. Pure. */
import type { ItemIn, releaseCalendar } from '@sidelight/plugin-api';
import { idsOf, is4kRelease, isoTime, publicId, type Subject, type Title } from '@sidelight/servarr';
import type { Episode, HistoryRecord, QueueRecord, Series } from './upstream.js';

export type Titles = ReadonlyMap<number, Title>;

export const titleOf = (series: Series): Title => ({
  id: String(series.id),
  title: series.title,
  type: 'episode',
  date: series.nextAiring ? isoTime(series.nextAiring) : undefined,
  hasFile: (series.statistics?.episodeFileCount ?? 0) > 0,
  monitored: series.monitored,
  tmdb: publicId(series.tmdbId),
  tvdb: publicId(series.tvdbId),
  imdb: publicId(series.imdbId),
});

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

export const calendarOf = (episodes: readonly Episode[], titles: Titles): readonly ItemIn<typeof releaseCalendar>[] =>
  episodes.flatMap((episode) => {
    if (!episode.airDateUtc) return [];
    const series = titles.get(episode.seriesId);
    return {
      id: String(episode.id),
      title: [series?.title, codeOf(episode), episode.title === 'TBA' ? undefined : episode.title]
        .filter(Boolean)
        .join(' '),
      type: 'episode',
      date: isoTime(episode.airDateUtc),
      hasFile: episode.hasFile,
      monitored: episode.monitored,
      ...idsOf(series),
    };
  });

/** "S02E08" */
const codeOf = ({ seasonNumber, episodeNumber }: Episode): string =>
  `S${twoDigits(seasonNumber)}E${twoDigits(episodeNumber)}`;
const twoDigits = (n: number): string => String(n).padStart(2, '0');
