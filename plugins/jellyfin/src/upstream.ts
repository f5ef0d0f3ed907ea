/**
 * The fields of Jellyfin's answers that are used, alike in 10.10, 10.11 and 12. Null properties are usually left out, a few
 * are written as null: a field that may be missing takes both.
 */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = () => Type.String();
const words = () => Type.Array(Type.String());
/** 100 ns. */
const ticks = () => Type.Number();

export const SystemInfo = Type.Object({ Id: text(), ServerName: maybe(text()), Version: text() });

const Policy = Type.Object({ IsAdministrator: maybe(Type.Boolean()), IsDisabled: maybe(Type.Boolean()) });
export const User = Type.Object({ Id: text(), Name: text(), LastActivityDate: maybe(text()), Policy: maybe(Policy) });
export const Users = Type.Array(User);

/** `CollectionType` is missing in mixed libraries, `ItemId` in one that was never scanned. */
export const Library = Type.Object({
  ItemId: maybe(text()),
  Name: maybe(text()),
  CollectionType: maybe(text()),
  RefreshStatus: maybe(text()),
});
export const Libraries = Type.Array(Library);

const MediaSource = Type.Object({ Path: maybe(text()), Size: maybe(Type.Number()), IsRemote: maybe(Type.Boolean()) });

export const Item = Type.Object({
  Id: text(),
  Type: text(),
  Name: maybe(text()),
  Path: maybe(text()),
  LocationType: maybe(text()),
  DateCreated: maybe(text()),
  ProductionYear: maybe(Type.Integer()),
  RunTimeTicks: maybe(ticks()),
  IndexNumber: maybe(Type.Integer()),
  ParentIndexNumber: maybe(Type.Integer()),
  SeriesId: maybe(text()),
  SeriesName: maybe(text()),
  SeriesPrimaryImageTag: maybe(text()),
  ProviderIds: maybe(Type.Record(text(), Type.Union([text(), Type.Null()]))),
  ImageTags: maybe(Type.Record(text(), Type.Union([text(), Type.Null()]))),
  MediaSources: maybe(Type.Array(MediaSource)),
  MediaSourceCount: maybe(Type.Integer()),
});
export const ItemPage = Type.Object({ Items: Type.Array(Item), TotalRecordCount: Type.Integer() });

const Stream = Type.Object({ Type: text(), Index: Type.Integer(), BitRate: maybe(Type.Number()) });

const Playing = Type.Object({
  Id: text(),
  Name: maybe(text()),
  Type: maybe(text()),
  SeriesName: maybe(text()),
  RunTimeTicks: maybe(ticks()),
  MediaStreams: maybe(Type.Array(Stream)),
});

const PlayState = Type.Object({
  PositionTicks: maybe(ticks()),
  IsPaused: maybe(Type.Boolean()),
  AudioStreamIndex: maybe(Type.Integer()),
  SubtitleStreamIndex: maybe(Type.Integer()),
});

const Transcoding = Type.Object({
  IsVideoDirect: maybe(Type.Boolean()),
  IsAudioDirect: maybe(Type.Boolean()),
  Bitrate: maybe(Type.Number()),
});

/** A device that is connected; it plays something when it has a `NowPlayingItem`. */
export const Session = Type.Object({
  Id: text(),
  ServerId: maybe(text()),
  UserId: maybe(text()),
  UserName: maybe(text()),
  Client: maybe(text()),
  DeviceName: maybe(text()),
  DeviceId: maybe(text()),
  LastPlaybackCheckIn: maybe(text()),
  NowPlayingItem: maybe(Playing),
  PlayState: maybe(PlayState),
  TranscodingInfo: maybe(Transcoding),
  SupportsRemoteControl: maybe(Type.Boolean()),
  SupportedCommands: maybe(words()),
});
export const Sessions = Type.Array(Session);

const Device = Type.Object({
  Id: text(),
  Name: maybe(text()),
  CustomName: maybe(text()),
  AppName: maybe(text()),
  LastUserName: maybe(text()),
  DateLastActivity: maybe(text()),
});
export const Devices = Type.Object({ Items: Type.Array(Device) });

const JobResult = Type.Object({ Status: maybe(text()), EndTimeUtc: maybe(text()) });
export const Job = Type.Object({
  Id: text(),
  Name: maybe(text()),
  State: text(),
  IsHidden: maybe(Type.Boolean()),
  CurrentProgressPercentage: maybe(Type.Number()),
  LastExecutionResult: maybe(JobResult),
});
export const Jobs = Type.Array(Job);

export const SignedIn = Type.Object({ User, AccessToken: text() });

export type SystemInfo = Static<typeof SystemInfo>;
export type User = Static<typeof User>;
export type Library = Static<typeof Library>;
export type Item = Static<typeof Item>;
export type ItemPage = Static<typeof ItemPage>;
export type Playing = Static<typeof Playing>;
export type Session = Static<typeof Session>;
export type Device = Static<typeof Device>;
export type Job = Static<typeof Job>;
export type SignedIn = Static<typeof SignedIn>;
