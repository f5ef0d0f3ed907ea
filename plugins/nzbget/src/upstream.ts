/** What NZBGet's JSON-RPC (18 and later) answers, as far as it is read. Sizes come as two halves of 32 bits. */
import { type Static, Type } from '@sidelight/plugin-api';

/** Every call is answered with 200; one that failed has an `error`. */
export const Answer = Type.Object({
  result: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.Object({ message: Type.String() })),
});

/** "21.0" */
export const Version = Type.String({ pattern: '^[0-9]+\\.' });

/** What `editqueue` answers: false where no id was found. */
export const Edited = Type.Boolean();

export const Status = Type.Object({
  /** Bytes per second of the whole queue. */
  DownloadRate: Type.Integer(),
  /** Nothing but forced downloads is started. */
  DownloadPaused: Type.Boolean(),
  /** Bytes per second; 0: no limit. */
  DownloadLimit: Type.Optional(Type.Integer()),
  /** Of the folder that it loads to. */
  FreeDiskSpaceHi: Type.Optional(Type.Integer()),
  FreeDiskSpaceLo: Type.Optional(Type.Integer()),
});

const Half = Type.Integer({ minimum: 0 });

const job = {
  NZBID: Type.Integer(),
  NZBName: Type.String(),
  /** NZB, or URL as long as the NZB itself has not been fetched. */
  Kind: Type.String(),
  FileSizeHi: Half,
  FileSizeLo: Half,
  Category: Type.Optional(Type.String()),
  /** Release managers name their own id `drone`. */
  Parameters: Type.Array(Type.Object({ Name: Type.String(), Value: Type.String() })),
};

export const Group = Type.Object({
  ...job,
  /** QUEUED, PAUSED, DOWNLOADING, FETCHING, PP_QUEUED, LOADING_PARS, VERIFYING_SOURCES, REPAIRING, UNPACKING, MOVING, … */
  Status: Type.String(),
  /** What is paused is part of what remains. */
  RemainingSizeHi: Half,
  RemainingSizeLo: Half,
  PausedSizeHi: Half,
  PausedSizeLo: Half,
  /** From 900 on a download is forced: it runs although the queue is paused. */
  MaxPriority: Type.Integer(),
});

export const Entry = Type.Object({
  ...job,
  /** "SUCCESS/UNPACK", "WARNING/PASSWORD", "FAILURE/PAR", "DELETED/MANUAL", … */
  Status: Type.String(),
  /** Seconds since 1970. */
  HistoryTime: Type.Integer(),
});

export const Groups = Type.Array(Group);
export const Entries = Type.Array(Entry);

export type Status = Static<typeof Status>;
export type Group = Static<typeof Group>;
export type Entry = Static<typeof Entry>;
