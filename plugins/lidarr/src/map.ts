/** From Lidarr's answers to port items: its works are albums. Pure. */
import type { ItemIn, releaseCalendar } from '@sidelight/plugin-api';
import { dueTime, imageAt, isDay, type Subject, type Title } from '@sidelight/servarr';
import type { Album, HistoryRecord, QueueRecord } from './upstream.js';

const fullTitle = (artist: string | null | undefined, album: string): string =>
  artist ? `${artist} – ${album}` : album;

/** It says of each album how many tracks it has and how many of them are there. */
function hasFile({ statistics }: Album): boolean {
  if (typeof statistics !== 'object' || statistics === null) return false;
  const tracks = statistics.totalTrackCount ?? statistics.trackCount;
  return tracks > 0 && statistics.trackFileCount >= tracks;
}

const missingOf = ({ statistics, monitored }: Album): number | undefined =>
  statistics ? (monitored ? Math.max(0, statistics.trackCount - statistics.trackFileCount) : 0) : undefined;

export const titleIn =
  (zone: string) =>
  (album: Album): Title => ({
    id: String(album.id),
    title: fullTitle(album.artist?.artistName, album.title),
    type: 'album',
    date: album.releaseDate ? dueTime(album.releaseDate, zone) : undefined,
    hasFile: hasFile(album),
    missing: missingOf(album),
    monitored: album.monitored,
    image: imageAt(`/api/v1/mediacover/album/${album.id}`, album.images),
  });

export const subjectOf = ({ album, artist }: Pick<QueueRecord | HistoryRecord, 'album' | 'artist'>): Subject => ({
  work: album ? { id: String(album.id), title: fullTitle(artist?.artistName, album.title) } : undefined,
});

export const calendarOf = (albums: readonly Album[], zone: string): readonly ItemIn<typeof releaseCalendar>[] =>
  albums.flatMap((album) => {
    const { date, image: _, missing: __, ...row } = titleIn(zone)(album);
    return date === undefined ? [] : { ...row, date, allDay: isDay(album.releaseDate ?? '') || undefined };
  });
