/** The fields of Cleanuparr's API that are read. */
import { IsoTime, type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

export const Status = Type.Object({ application: Type.Object({ version: Type.String() }) });
export const SetupRequired = Type.Object({ error: Type.String() });

/** The newest first. */
const pageOf = <T extends TSchema>(row: T) => Type.Object({ items: Type.Array(row), totalPages: Type.Integer() });

const Event = Type.Object({
  id: Type.String(),
  timestamp: IsoTime(),
  /** FailedImportStrike, StalledStrike, QueueItemDeleted, DownloadCleaned, … */
  eventType: Type.String(),
  itemTitle: maybe(Type.String()),
  /** Of a torrent its info hash, in either case. */
  itemHash: maybe(Type.String()),
  strikeCount: maybe(Type.Integer()),
  deleteReason: maybe(Type.String()),
  cleanReason: maybe(Type.String()),
  /** Nothing was done. */
  isDryRun: maybe(Type.Boolean()),
});
export const Events = pageOf(Event);

/** What it asks a person to look at. Addresses of managers are left out. */
const ManualEvent = Type.Object({
  id: Type.String(),
  timestamp: IsoTime(),
  message: Type.String(),
  /** Information, Warning, Important, Error */
  severity: Type.String(),
  itemTitle: maybe(Type.String()),
  itemHash: maybe(Type.String()),
  isDryRun: maybe(Type.Boolean()),
});
export const ManualEvents = pageOf(ManualEvent);

const Job = Type.Object({
  name: Type.String(),
  /** What it is triggered by. */
  jobType: Type.String(),
  /** "Not Scheduled": it is switched off. */
  status: Type.String(),
  nextRunTime: maybe(IsoTime()),
  previousRunTime: maybe(IsoTime()),
});
export const Jobs = Type.Array(Job);

/** Runs that were triggered by hand included. */
const JobStats = Type.Object({
  total: Type.Integer(),
  completed: Type.Integer(),
  failed: Type.Integer(),
  lastRunAt: maybe(IsoTime()),
});

const Watched = Type.Object({ id: Type.String(), name: Type.String(), type: Type.String(), isHealthy: Type.Boolean() });

export const Stats = Type.Object({
  jobs: Type.Object({ byType: Type.Record(Type.String(), JobStats) }),
  /** Looked at every five minutes; both lists are empty until then. */
  health: Type.Object({ downloadClients: Type.Array(Watched), arrInstances: Type.Array(Watched) }),
});

export type Event = Static<typeof Event>;
export type ManualEvent = Static<typeof ManualEvent>;
export type Job = Static<typeof Job>;
export type Stats = Static<typeof Stats>;
