/**
 * The fields of Plex' answers that are used. Everything stands below `MediaContainer`; a list that would be empty is left
 * out. The same field is a number in one route and a text in another, and a flag is true, 1 or "1": see values.ts.
 */
import { type Static, type TProperties, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const list = <T extends TSchema>(schema: T) => maybe(Type.Array(schema));
const container = <T extends TProperties>(properties: T) => Type.Object({ MediaContainer: Type.Object(properties) });
/** Of whatever type this route gives it. */
const loose = () => Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
const told = () => maybe(loose());

/** Of GET /, which takes a token; GET /identity takes none, and tells no name. */
export const Server = container({ machineIdentifier: Type.String(), version: Type.String(), friendlyName: told() });

/** 0 stands for nobody, 1 for the owner. */
const Account = Type.Object({ id: loose(), name: told() });
export const Accounts = container({ Account: list(Account) });

const Section = Type.Object({
  key: loose(),
  type: Type.String(),
  title: told(),
  agent: told(),
  refreshing: told(),
  /** Another number whenever something in it has changed. */
  contentChangedAt: told(),
  Location: list(Type.Object({ path: told() })),
});
export const Sections = container({ Directory: list(Section) });

/** Of all libraries in one answer. */
const Stored = Type.Object({ id: told(), storageTotal: told() });
const Feature = Type.Object({ Directory: list(Stored) });
export const Providers = container({ MediaProvider: list(Type.Object({ Feature: list(Feature) })) });

const Stream = Type.Object({ streamType: told(), codec: told(), selected: told() });
const Part = Type.Object({ file: told(), size: told(), selected: told(), Stream: list(Stream) });
const Media = Type.Object({
  videoResolution: told(),
  videoCodec: told(),
  audioCodec: told(),
  height: told(),
  channelTitle: told(),
  channelCallSign: told(),
  selected: told(),
  deletedAt: told(),
  Part: list(Part),
});

const work = {
  ratingKey: told(),
  type: told(),
  title: told(),
  guid: told(),
  Guid: list(Type.Object({ id: told() })),
  parentRatingKey: told(),
  parentTitle: told(),
  grandparentRatingKey: told(),
  grandparentTitle: told(),
  index: told(),
  parentIndex: told(),
  year: told(),
  duration: told(),
  librarySectionID: told(),
  thumb: told(),
  parentThumb: told(),
  grandparentThumb: told(),
};

export const Item = Type.Object({
  ...work,
  ratingKey: loose(),
  type: Type.String(),
  addedAt: told(),
  /** In the trash: its file is not there any more. */
  deletedAt: told(),
  Media: list(Media),
  /** Older servers have no such list, whatever pictures there are. */
  Image: list(Type.Object({ type: told() })),
});
export const Items = container({ totalSize: told(), Metadata: list(Item) });

const Player = Type.Object({
  title: told(),
  product: told(),
  machineIdentifier: told(),
  state: told(),
  local: told(),
});

/** `progress` and the like are of the transcoder, not of the play. */
const Transcode = Type.Object({
  videoDecision: told(),
  audioDecision: told(),
  videoCodec: told(),
  audioCodec: told(),
  height: told(),
  sourceVideoCodec: told(),
  sourceAudioCodec: told(),
  transcodeHwEncoding: told(),
});

export const Session = Type.Object({
  ...work,
  sessionKey: told(),
  /** Of a trailer and other extras. */
  extraType: told(),
  subtype: told(),
  live: told(),
  viewOffset: told(),
  User: maybe(Type.Object({ id: told(), title: told() })),
  Player: maybe(Player),
  /** Players that are on the server itself or offline may have none. */
  Session: maybe(Type.Object({ id: told(), bandwidth: told(), location: told() })),
  TranscodeSession: maybe(Transcode),
  Media: list(Media),
});
export const Sessions = container({ Metadata: list(Session) });

/** One whole view: nothing of its beginning, nor of how long it took. Without `ratingKey`: its title is gone. */
const View = Type.Object({
  historyKey: told(),
  ratingKey: told(),
  type: told(),
  title: told(),
  grandparentTitle: told(),
  viewedAt: told(),
  accountID: told(),
  deviceID: told(),
});
export const Views = container({ totalSize: told(), Metadata: list(View) });

const Device = Type.Object({
  id: loose(),
  name: told(),
  platform: told(),
  clientIdentifier: told(),
  createdAt: told(),
});
export const Devices = container({ Device: list(Device) });

const ButlerTask = Type.Object({ name: Type.String(), title: told(), enabled: told() });
/** The one answer that has another word at its top. */
export const Butler = Type.Object({ ButlerTasks: Type.Object({ ButlerTask: list(ButlerTask) }) });

const Activity = Type.Object({ uuid: Type.String(), type: told(), title: told(), subtitle: told(), progress: told() });
export const Activities = container({ Activity: list(Activity) });

/** `pingMs`: how long the answer took. */
export interface Pinged {
  readonly server: Server;
  readonly pingMs: number;
}

export type Server = Static<typeof Server>['MediaContainer'];
export type Account = Static<typeof Account>;
export type Section = Static<typeof Section>;
export type Providers = Static<typeof Providers>['MediaContainer'];
export type Media = Static<typeof Media>;
export type Item = Static<typeof Item>;
export type Session = Static<typeof Session>;
export type Transcode = Static<typeof Transcode>;
export type View = Static<typeof View>;
export type Device = Static<typeof Device>;
export type ButlerTask = Static<typeof ButlerTask>;
export type Activity = Static<typeof Activity>;
export type Loose = string | number | boolean | null | undefined;
