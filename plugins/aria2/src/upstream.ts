/** The fields of aria2's JSON-RPC (1.30 and later) that are read. Numbers and flags come as text. */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

/** Bytes, or bytes per second. */
const digits = () => Type.String({ pattern: '^[0-9]+$' });
const flag = () => Type.Enum(['true', 'false']);

const Failure = Type.Object({ code: Type.Integer(), message: Type.String() });

/** What every call answers: one of the two. */
export const Answer = Type.Object({ result: Type.Optional(Type.Unknown()), error: Type.Optional(Failure) });

/** What `system.multicall` answers: for each call a list of its one result, or its failure. */
export const Batch = Type.Array(Type.Union([Type.Tuple([Type.Unknown()]), Failure]));

export const Version = Type.Object({ version: Type.String() });

const File = Type.Object({
  /** Begins with [METADATA] or [MEMORY] where nothing is written to disk; empty until a server was reached. */
  path: Type.String(),
  length: digits(),
  selected: flag(),
  uris: Type.Array(Type.Object({ uri: Type.String() })),
});

const downloadFields = {
  gid: Type.String(),
  /** active, waiting, paused, error, complete or removed */
  status: Type.String(),
  /** Of the selected files; 0 until the download was active once. */
  totalLength: digits(),
  completedLength: digits(),
  downloadSpeed: digits(),
  uploadSpeed: digits(),
  uploadLength: Type.Optional(digits()),
  files: Type.Array(File),
  /** Torrents only, as the next three. */
  infoHash: Type.Optional(Type.String()),
  numSeeders: Type.Optional(digits()),
  seeder: Type.Optional(flag()),
  /** Without `info` while a magnet link has no metadata. */
  bittorrent: Type.Optional(Type.Object({ info: Type.Optional(Type.Object({ name: Type.String() })) })),
  /** What came of it, where it only brought a torrent or the metadata of a magnet link. */
  followedBy: Type.Optional(Type.Array(Type.String())),
  errorCode: Type.Optional(Type.String()),
  errorMessage: Type.Optional(Type.String()),
  /** Bytes, while its files are checked. */
  verifiedLength: Type.Optional(digits()),
  /** Waits for such a check. */
  verifyIntegrityPending: Type.Optional(flag()),
} satisfies Record<string, TSchema>;

export const Download = Type.Object(downloadFields);
export const Downloads = Type.Array(Download);

/** What the lists of downloads are asked for. */
export const DOWNLOAD_FIELDS: readonly string[] = Object.keys(downloadFields);

export const Status = Type.Object({ gid: Type.String(), status: Type.String() });

/** Bytes per second; 0: no limit. */
export const GlobalOption = Type.Object({
  'max-overall-download-limit': digits(),
  'max-overall-upload-limit': digits(),
});

/** The client as a whole. */
export interface State {
  readonly version: string;
  readonly options: Static<typeof GlobalOption>;
}

/** What a call answers that changes something: the gid, or OK. */
export const Done = Type.String();

export type Download = Static<typeof Download>;
