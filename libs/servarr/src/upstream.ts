/** The fields that all managers of the family answer alike. Properties that are null are left out. */
import { IsoTime, type Static, type TProperties, type TSchema, Type } from '@sidelight/plugin-api';

export const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));

export const Status = Type.Object({
  appName: Type.String(),
  instanceName: maybe(Type.String()),
  version: Type.String(),
});

export const HealthChecks = Type.Array(
  Type.Object({
    /** The name of the check: "IndexerStatusCheck" */
    source: Type.String(),
    /** ok, notice, warning, error */
    type: Type.String(),
    message: Type.String(),
  }),
);

export const Disks = Type.Array(
  Type.Object({
    path: Type.String(),
    label: maybe(Type.String()),
    freeSpace: Type.Integer(),
    totalSpace: Type.Integer(),
  }),
);

export const ScheduledTasks = Type.Array(
  Type.Object({
    name: Type.String(),
    taskName: Type.String(),
    lastExecution: maybe(Type.String()),
    lastStartTime: maybe(Type.String()),
    nextExecution: maybe(Type.String()),
    lastDuration: maybe(Type.String()),
  }),
);

/** Pictures of a work, by their kind. */
export const Images = Type.Array(Type.Object({ coverType: maybe(Type.String()) }));

/** `resolution`: lines of the picture, 0 while unknown; music has none. */
const Quality = Type.Object({
  quality: Type.Object({ name: maybe(Type.String()), resolution: maybe(Type.Integer()) }),
});

/** What is said of the release, or of one of its files. Where there are no messages, the title is the sentence. */
const StatusMessage = Type.Object({ title: maybe(Type.String()), messages: maybe(Type.Array(Type.String())) });

/** A record of the queue: one for each episode, movie or album of a download. */
export const queueRecord = <P extends TProperties>(own: P) =>
  Type.Object({
    id: Type.Integer(),
    title: maybe(Type.String()),
    /** What the download client does with it. */
    status: maybe(Type.String()),
    /** What the manager does with it; missing while no client has it. */
    trackedDownloadState: maybe(Type.String()),
    /** ok, warning, error */
    trackedDownloadStatus: maybe(Type.String()),
    statusMessages: maybe(Type.Array(StatusMessage)),
    errorMessage: maybe(Type.String()),
    downloadId: maybe(Type.String()),
    /** As the manager calls it. */
    downloadClient: maybe(Type.String()),
    /** The file or the folder, on the machine of the client. */
    outputPath: maybe(Type.String()),
    /** Of a delayed release: until when. */
    estimatedCompletionTime: maybe(IsoTime()),
    quality: maybe(Quality),
    /** Bytes of the whole download, in each of its records; so is the other. */
    size: maybe(Type.Number()),
    sizeleft: maybe(Type.Number()),
    ...own,
  });

/** A record of the history: one for each episode, movie or album that was grabbed. */
export const historyRecord = <P extends TProperties>(own: P) =>
  Type.Object({
    sourceTitle: maybe(Type.String()),
    eventType: Type.String(),
    date: IsoTime(),
    downloadId: maybe(Type.String()),
    quality: maybe(Quality),
    ...own,
  });

export const pageOf = <T extends TSchema>(record: T) =>
  Type.Object({ totalRecords: Type.Integer(), records: Type.Array(record) });

const anyQueueRecord = queueRecord({});
const anyHistoryRecord = historyRecord({});

export type HealthChecks = Static<typeof HealthChecks>;
export type ScheduledTasks = Static<typeof ScheduledTasks>;
export type Images = Static<typeof Images>;
export type Disks = Static<typeof Disks>;
export type Quality = Static<typeof Quality>;
export type QueueRecord = Static<typeof anyQueueRecord>;
export type HistoryRecord = Static<typeof anyHistoryRecord>;
