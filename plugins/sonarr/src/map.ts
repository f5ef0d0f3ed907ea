/** From Sonarr's answers to port items. Pure. */
import type { ItemIn, releaseCalendar } from '@sidelight/plugin-api';
import {
  dayIn,
  type Held,
  idsIn,
  idsOf,
  imageAt,
  is4kRelease,
  isDay,
  isoTime,
  meanBytes,
  onDay,
  publicId,
  type Subject,
  startOfDay,
  type Title,
  withoutStock,
} from '@sidelight/servarr';
import type { Episode, HistoryRecord, QueueRecord, Series } from './upstream.js';

/** A series as it is held: with what its episodes do not say themselves. */
export interface Show extends Held {
  /** Its episodes are known by their dates. */
  readonly isDaily: boolean;
  readonly hasHour: boolean;
}

export type Shows = ReadonlyMap<number, Show>;

export const showIn =
  (zone: string) =>
  (series: Series): Show => {
    const have = series.statistics?.episodeFileCount ?? 0;
    const missing = missingOf(series);
    return {
      id: String(series.id),
      title: series.title,
      type: 'episode',
      date: nextOf(series, zone),
      hasFile: have > 0 && missing === 0,
      have,
      missing,
      monitored: series.monitored,
      image: imageAt(`/api/v3/mediacover/${series.id}`, series.images),
      tmdb: publicId(series.tmdbId),
      tvdb: publicId(series.tvdbId),
      imdb: publicId(series.imdbId),
      stock: { files: have, bytes: series.statistics?.sizeOnDisk ?? 0 },
      isDaily: series.seriesType === 'daily',
      hasHour: Boolean(series.airTime),
    };
  };

/** Of a show without an hour only the day means something. */
function nextOf({ nextAiring, airTime }: Series, zone: string): string | undefined {
  if (!nextAiring) return undefined;
  return airTime || !isDay(nextAiring) ? isoTime(nextAiring) : startOfDay(dayIn(nextAiring), zone);
}

/** As the port has it. */
export const titleOf = ({ isDaily: _, hasHour: __, ...show }: Show): Title => withoutStock(show);

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
  (titles: ReadonlyMap<number, Title>, is4k: boolean | undefined) =>
  (record: AnyRecord): Subject => ({
    work: titles.get(record.seriesId ?? 0),
    season: record.seasonNumber ?? record.episode?.seasonNumber,
    is4k: is4kRelease(is4k, record.quality),
  });

/** The command that looks for these episodes again. */
export function search(records: readonly QueueRecord[]) {
  const episodeIds = idsIn(records.map(({ episodeId }) => episodeId));
  return episodeIds && { name: 'EpisodeSearch', episodeIds };
}

export interface CalendarOptions {
  readonly shows: Shows;
  readonly zone: string;
  /** What the config says of this Sonarr. */
  readonly is4k: boolean | undefined;
}

export function calendarOf(
  episodes: readonly Episode[],
  { shows, zone, is4k }: CalendarOptions,
): readonly ItemIn<typeof releaseCalendar>[] {
  const anyBytes = meanBytes([...shows.values()].map(({ stock }) => stock));
  return episodes.flatMap((episode) => {
    const show = shows.get(episode.seriesId);
    const when = whenOf(episode, show, zone);
    if (when === undefined) return [];
    const isDaily = isKnownByDate(episode, show);
    const name = [
      show?.title,
      isDaily ? episode.airDate : codeOf(episode),
      episode.title === 'TBA' ? '' : episode.title,
    ];
    return {
      id: String(episode.id),
      title: name.filter(Boolean).join(' '),
      type: 'episode',
      ...when,
      dateKind: 'air',
      season: episode.seasonNumber,
      episode: episode.episodeNumber,
      daily: isDaily || undefined,
      seriesId: String(episode.seriesId),
      premiere: (episode.episodeNumber === 1 && episode.seasonNumber > 0 && !isDaily) || undefined,
      finale: episode.finaleType ? true : undefined,
      sizeBytes: (show && meanBytes([show.stock])) ?? anyBytes,
      is4k,
      hasFile: episode.hasFile,
      monitored: episode.monitored,
      image: show?.image,
      ...idsOf(show),
    };
  });
}

/** A show without an hour airs at midnight in UTC of its own day; one that does air then has an hour, or another day at home. */
function whenOf({ airDate, airDateUtc }: Episode, show: Show | undefined, zone: string) {
  const isTimed = airDateUtc && !(isDay(airDateUtc) && airDate === dayIn(airDateUtc) && show?.hasHour !== true);
  if (isTimed) return { date: isoTime(airDateUtc) };
  const day = airDate ?? airDateUtc;
  return day ? onDay(dayIn(day), zone) : undefined;
}

/** Some of them are listed as season 2026 of a show that does not say what it is. */
const FIRST_YEAR = 1900;
const isKnownByDate = ({ seasonNumber, airDate }: Episode, show: Show | undefined): boolean =>
  Boolean(airDate) && seasonNumber > 0 && (show?.isDaily === true || seasonNumber >= FIRST_YEAR);

/** "S02E08" */
const codeOf = ({ seasonNumber, episodeNumber }: Episode): string =>
  `S${twoDigits(seasonNumber)}E${twoDigits(episodeNumber)}`;
const twoDigits = (n: number): string => String(n).padStart(2, '0');
