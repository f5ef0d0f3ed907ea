/** The fields of Tdarr's API (version 2 of the program) that are read. Its numbers come as texts at times. */
import { type Static, Type } from '@sidelight/plugin-api';

const num = () => Type.Optional(Type.Union([Type.Number(), Type.String(), Type.Null()]));
const text = () => Type.Optional(Type.Union([Type.String(), Type.Null()]));

export const Status = Type.Object({ status: Type.String(), version: Type.String() });

/**
 * What is in each of its tables: 1 waits to be transcoded, 3 has failed or was cancelled, 4 waits for a health check, 6 is not
 * healthy or was cancelled. `Viewable`, where it is there, leaves out what its libraries do not show.
 */
export const Statistics = Type.Object({
  table1Count: num(),
  table3Count: num(),
  table4Count: num(),
  table6Count: num(),
  table1ViewableCount: num(),
  table3ViewableCount: num(),
  table4ViewableCount: num(),
  table6ViewableCount: num(),
  totalTranscodeCount: num(),
  /** Gigabytes saved; below 0 where files have grown. */
  sizeDiff: num(),
});

export const Worker = Type.Object({
  idle: Type.Optional(Type.Boolean()),
  file: text(),
  /** transcodecpu, transcodegpu, healthcheckcpu, healthcheckgpu */
  workerType: text(),
  percentage: num(),
  fps: num(),
  /** "0:01:30" */
  ETA: text(),
});

/** Its own id, which it goes by in the answer, is another one after each restart. */
export const Node = Type.Object({
  nodeName: Type.String(),
  nodePaused: Type.Optional(Type.Boolean()),
  workers: Type.Optional(Type.Record(Type.String(), Worker)),
});
export const Nodes = Type.Record(Type.String(), Node);

export const File = Type.Object({
  _id: Type.String(),
  file: text(),
  /** Megabytes. */
  file_size: num(),
  /** "Queued", "Transcode error", "Transcode cancelled", … */
  TranscodeDecisionMaker: text(),
  /** Milliseconds since 1970. */
  lastTranscodeDate: num(),
});
export const Table = Type.Object({ array: Type.Array(File), totalCount: num() });

export type Statistics = Static<typeof Statistics>;
export type Worker = Static<typeof Worker>;
export type Nodes = Static<typeof Nodes>;
export type File = Static<typeof File>;
export type Table = Static<typeof Table>;
