/** The fields of Lidarr's API (version 1, of Lidarr 1 to 3) that are read. */
import { IsoTime, type Static, Type } from '@sidelight/plugin-api';
import { historyRecord, Images, maybe, pageOf, queueRecord } from '@sidelight/servarr';

export const Artist = Type.Object({ artistName: maybe(Type.String()) });

/** Its date is a day: midnight in UTC. */
export const Album = Type.Object({
  id: Type.Integer(),
  title: Type.String(),
  monitored: Type.Boolean(),
  releaseDate: maybe(IsoTime()),
  /** `trackCount`: tracks that are out and wanted, or there. `totalTrackCount`: the size of the album; from 1.0 on. */
  statistics: maybe(
    Type.Object({
      trackFileCount: Type.Integer(),
      trackCount: Type.Integer(),
      totalTrackCount: maybe(Type.Integer()),
      sizeOnDisk: maybe(Type.Number()),
    }),
  ),
  images: maybe(Images),
  artist: maybe(Artist),
});
export const Albums = Type.Array(Album);

/** Of an album only this is needed to name a download. */
const NamedAlbum = Type.Object({ id: Type.Integer(), title: Type.String() });
const subject = { album: maybe(NamedAlbum), artist: maybe(Artist) };

/** Without album and artist while the release is not matched to one. */
export const QueueRecord = queueRecord(subject);
export const QueuePage = pageOf(QueueRecord);

export const HistoryRecord = historyRecord(subject);
export const History = Type.Array(HistoryRecord);

export type Album = Static<typeof Album>;
export type QueueRecord = Static<typeof QueueRecord>;
export type HistoryRecord = Static<typeof HistoryRecord>;
