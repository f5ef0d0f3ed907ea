/** What the API of SABnzbd (3.7 to 5.x) answers with `output=json`, as far as it is read. */
import { type Static, Type } from '@sidelight/plugin-api';

/** A number as text: "384.14". */
const Decimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$' });

export const Slot = Type.Object({
  nzo_id: Type.String(),
  /** 3.x puts the address into it while the NZB is fetched. */
  filename: Type.String(),
  /** Downloading (also of what waits its turn), Queued, Paused, Grabbing, Checking, Propagating, Fetching */
  status: Type.String(),
  /** "Force", "High", …; 3.x says a number while the NZB is fetched. */
  priority: Type.Union([Type.String(), Type.Number()]),
  /** MiB. */
  mb: Decimal,
  mbleft: Decimal,
  /** "1:09:27", with days before it if need be; "0:00:00" while unknown. Until this job and those before it are done. */
  timeleft: Type.String({ pattern: '^[0-9]+(:[0-9]+)*$' }),
  cat: Type.Optional(Type.String()),
  /** Seconds since 1970; from 4.x on. */
  time_added: Type.Optional(Type.Integer()),
});

export const Queue = Type.Object({
  version: Type.String(),
  /** Somebody has paused the queue, or it waits for post-processing: `status` says the same in a word. */
  paused: Type.Boolean(),
  /** Downloading, Idle, or Paused */
  status: Type.Optional(Type.String()),
  /** KiB per second of the whole queue. */
  kbpersec: Decimal,
  /** Bytes per second; empty, or 0: no limit. */
  speedlimit_abs: Type.Optional(Type.String()),
  /** GiB that are free where it loads to. */
  diskspace1: Type.Optional(Decimal),
  slots: Type.Array(Slot),
});

export const Entry = Type.Object({
  nzo_id: Type.String(),
  name: Type.String(),
  /** Completed, Failed, or what is done to it: Queued, QuickCheck, Verifying, Repairing, Extracting, Moving, Running */
  status: Type.String(),
  fail_message: Type.String(),
  bytes: Type.Integer(),
  /** Seconds since 1970. */
  completed: Type.Union([Type.Integer(), Type.Null()]),
  category: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  time_added: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
});

export const QueueAnswer = Type.Object({ queue: Queue });
export const HistoryAnswer = Type.Object({ history: Type.Object({ slots: Type.Array(Entry) }) });

/** What a change answers. */
export const Done = Type.Object({ status: Type.Boolean() });

/** What older versions answer with 200 where newer ones answer 403. */
export const Refusal = Type.Object({ status: Type.Literal(false), error: Type.String() });

export type Slot = Static<typeof Slot>;
export type Queue = Static<typeof Queue>;
export type Entry = Static<typeof Entry>;
