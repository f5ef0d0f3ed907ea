/** The fields of Transmission's RPC (3.00 to 4.x, the generation before JSON-RPC 2) that are read. */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

/** What every call answers; `result` is "success" or the sentence of a failure. */
export const Answer = Type.Object({ result: Type.String(), arguments: Type.Optional(Type.Unknown()) });

/** `version`: "4.1.4 (a6d907d9ea)" */
export const Session = Type.Object({ version: Type.String() });

const torrentFields = {
  hashString: Type.String(),
  name: Type.String(),
  /** 0 stopped, 1 waits for a check, 2 checks, 3 waits to download, 4 downloads, 5 waits to seed, 6 seeds */
  status: Type.Integer(),
  /** 0 none, 1 the tracker warns, 2 the tracker refuses, 3 the client itself fails */
  error: Type.Integer(),
  errorString: Type.String(),
  /** Idle for longer than `queue-stalled-minutes`, if that is switched on. */
  isStalled: Type.Boolean(),
  /** Stopped because it reached its share limit. */
  isFinished: Type.Boolean(),
  /** 1 unless it is a magnet link that is still without metadata. */
  metadataPercentComplete: Type.Number(),
  /** Bytes of the selected files. */
  sizeWhenDone: Type.Integer(),
  leftUntilDone: Type.Integer(),
  rateDownload: Type.Integer(),
  rateUpload: Type.Integer(),
  /** Seconds; negative while unknown. Of a finished torrent: until its share limit. */
  eta: Type.Integer(),
  peersSendingToUs: Type.Integer(),
} satisfies Record<string, TSchema>;

export const Torrent = Type.Object(torrentFields);

/** What `torrent-get` is asked for. */
export const TORRENT_FIELDS: readonly string[] = Object.keys(torrentFields);

export const torrentsOf = <S extends TSchema>(torrent: S) => Type.Object({ torrents: Type.Array(torrent) });
export const Torrents = torrentsOf(Torrent);
export const FoundTorrents = torrentsOf(Type.Object({ hashString: Type.String() }));

export type Session = Static<typeof Session>;
export type Torrent = Static<typeof Torrent>;
