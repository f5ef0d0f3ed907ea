/** From Lidarr's answers to port items: its works are albums. Pure. */
import type { ItemIn, releaseCalendar } from '@sidelight/plugin-api';
import { dueTime, type Subject, type Title } from '@sidelight/servarr';
import type { Album, HistoryRecord, QueueRecord } from './upstream.js';

const fullTitle = (artist: string | null | undefined, album: string): string =>
  artist ? `${artist} – ${album}` : album;

/** It says of each album how many tracks it has and how many of them are there. */
const hasFile = ({ statistics }: Album): boolean =>
  typeof statistics === 'object' && statistics !== null && statistics.trackCount > 0
    ? statistics.trackFileCount >= statistics.trackCount
    : false;

export const titleIn =
  (zone: string) =>
  (album: Album): Title => ({
    id: String(album.id),
    title: fullTitle(album.artist?.artistName, album.title),
    type: 'album',
    date: album.releaseDate ? dueTime(album.releaseDate, zone) : undefined,
    hasFile: hasFile(album),
    monitored: album.monitored,
  });

export const subjectOf = ({ album, artist }: Pick<QueueRecord | HistoryRecord, 'album' | 'artist'>): Subject => ({
  work: album ? { id: String(album.id), title: fullTitle(artist?.artistName, album.title) } : undefined,
});

export const calendarOf = (albums: readonly Album[], zone: string): readonly ItemIn<typeof releaseCalendar>[] =>
  albums.map(titleIn(zone)).flatMap(({ date, ...album }) => (date === undefined ? [] : { ...album, date }));
