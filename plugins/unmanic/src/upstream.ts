/** The fields of Unmanic's API (version 2) that are read. */
import { type Static, Type } from '@sidelight/plugin-api';

/** "0.4.1~1c324b8" */
export const Version = Type.Object({ version: Type.String({ minLength: 1 }) });

export const Worker = Type.Object({
  id: Type.String(),
  /** "Attic CPU-Worker-1" */
  name: Type.String(),
  paused: Type.Boolean(),
  /** The id of its task: null while it has none. `idle` beside it is late. */
  current_task: Type.Union([Type.Integer(), Type.Null()]),
  /** Without its folder. */
  current_file: Type.String(),
  subprocess: Type.Object({
    /** "36": of the present command. It stays at "0" where the program that runs tells nothing. */
    percent: Type.String(),
  }),
});
export const Workers = Type.Object({ workers_status: Type.Array(Worker) });

export const Task = Type.Object({ id: Type.Integer(), abspath: Type.String() });
export const Tasks = Type.Object({ results: Type.Array(Task) });

/** `recordsTotal` beside it counts what runs, and what hangs, too. */
export const Pending = Type.Object({ recordsFiltered: Type.Integer(), results: Type.Array(Task) });

export const Finished = Type.Object({
  task_success: Type.Boolean(),
  /** Seconds since 1970. */
  start_time: Type.Number(),
  finish_time: Type.Number(),
});
export const History = Type.Object({
  results: Type.Array(Finished),
  /** Of all time, as is `failedCount` beside it. */
  successCount: Type.Integer(),
});

export const Scan = Type.Object({
  /** idle, scheduled, scanning, paused, cancelling */
  state: Type.String(),
  can_rescan: Type.Boolean(),
});

export const Done = Type.Object({ success: Type.Literal(true) });

export type Worker = Static<typeof Worker>;
export type Task = Static<typeof Task>;
export type Pending = Static<typeof Pending>;
export type Finished = Static<typeof Finished>;
export type Scan = Static<typeof Scan>;
