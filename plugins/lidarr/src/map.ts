/** From Lidarr's answers to port items: its works are albums. Pure. */
import type { ItemIn, releaseCalendar } from '@sidelight/plugin-api';
import { dayIn, type Held, idsIn, imageAt, onDay, type Subject, startOfDay } from '@sidelight/servarr';
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
  (album: Album): Held => ({
    id: String(album.id),
    title: fullTitle(album.artist?.artistName, album.title),
    type: 'album',
    date: album.releaseDate ? startOfDay(dayIn(album.releaseDate), zone) : undefined,
    hasFile: hasFile(album),
    have: album.statistics?.trackFileCount,
    missing: missingOf(album),
    monitored: album.monitored,
    image: imageAt(`/api/v1/mediacover/album/${album.id}`, album.images),
    // An album in part says nothing about the size of a whole one.
    stock: hasFile(album) ? { files: 1, bytes: album.statistics?.sizeOnDisk ?? 0 } : { files: 0, bytes: 0 },
  });

export const subjectOf = ({ album, artist }: Pick<QueueRecord | HistoryRecord, 'album' | 'artist'>): Subject => ({
  work: album ? { id: String(album.id), title: fullTitle(artist?.artistName, album.title) } : undefined,
});

/** The command that looks for these albums again. */
export function search(records: readonly QueueRecord[]) {
  const albumIds = idsIn(records.map(({ album }) => album?.id));
  return albumIds && { name: 'AlbumSearch', albumIds };
}

/** @param sizeBytes what an album will take, by those that are there */
export const calendarOf = (
  albums: readonly Album[],
  zone: string,
  sizeBytes: number | undefined,
): readonly ItemIn<typeof releaseCalendar>[] =>
  albums.flatMap((album) => {
    if (!album.releaseDate) return [];
    const { id, title, type, hasFile, monitored, image } = titleIn(zone)(album);
    return { id, title, type, ...onDay(dayIn(album.releaseDate), zone), sizeBytes, hasFile, monitored, image };
  });
