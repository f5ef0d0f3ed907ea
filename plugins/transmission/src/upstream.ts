/** The fields of Transmission's RPC (3.00 to 4.x, the generation before JSON-RPC 2) that are read. */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

/** What every call answers; `result` is "success" or the sentence of a failure. */
export const Answer = Type.Object({ result: Type.String(), arguments: Type.Optional(Type.Unknown()) });

const sessionFields = {
  /** "4.1.4 (a6d907d9ea)" */
  version: Type.String(),
  /** Where it saves by default. */
  'download-dir-free-space': Type.Optional(Type.Integer()),
  /** Thousands of bytes per second, as the other limits; each holds while its flag is set. */
  'speed-limit-down': Type.Optional(Type.Integer()),
  'speed-limit-down-enabled': Type.Optional(Type.Boolean()),
  'speed-limit-up': Type.Optional(Type.Integer()),
  'speed-limit-up-enabled': Type.Optional(Type.Boolean()),
  /** The other pair of limits goes first while this is set. */
  'alt-speed-enabled': Type.Optional(Type.Boolean()),
  'alt-speed-down': Type.Optional(Type.Integer()),
  'alt-speed-up': Type.Optional(Type.Integer()),
} satisfies Record<string, TSchema>;

export const Session = Type.Object(sessionFields);

/** What `session-get` is asked for. */
export const SESSION_FIELDS: readonly string[] = Object.keys(sessionFields);

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
  /** From 3.00 on. */
  labels: Type.Optional(Type.Array(Type.String())),
  /** Seconds since 1970. */
  addedDate: Type.Optional(Type.Integer()),
  /** -1 and -2 while there is none. */
  uploadRatio: Type.Optional(Type.Number()),
  secondsSeeding: Type.Optional(Type.Integer()),
} satisfies Record<string, TSchema>;

export const Torrent = Type.Object(torrentFields);

/** What `torrent-get` is asked for. */
export const TORRENT_FIELDS: readonly string[] = Object.keys(torrentFields);

export const torrentsOf = <S extends TSchema>(torrent: S) => Type.Object({ torrents: Type.Array(torrent) });
export const Torrents = torrentsOf(Torrent);
export const FoundTorrents = torrentsOf(Type.Object({ hashString: Type.String() }));

export type Session = Static<typeof Session>;
export type Torrent = Static<typeof Torrent>;
