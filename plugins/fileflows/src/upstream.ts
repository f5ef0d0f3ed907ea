/** The fields of FileFlows' API that are read. */
import { type Static, Type } from '@sidelight/plugin-api';

export const Processing = Type.Object({
  /** With its folder. */
  name: Type.String(),
  /** Below the folder of its library. */
  relativePath: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  library: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Of the step that runs; a flow has many. */
  stepPercent: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});

/** `time` beside it ("12:41") is no time that is left. */
export const Status = Type.Object({
  queue: Type.Integer(),
  processed: Type.Integer(),
  processingFiles: Type.Array(Processing),
});

/** Of the one route that begins its names with capitals. Status: 0 waits, 1 done, 2 at work, 4 failed, below 0 left alone. */
export const Tally = Type.Object({ Status: Type.Integer(), StatusCount: Type.Integer() });
export const Tallies = Type.Array(Tally);

export type Status = Static<typeof Status>;
export type Tallies = Static<typeof Tallies>;
