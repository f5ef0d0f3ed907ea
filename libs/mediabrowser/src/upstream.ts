/**
 * The fields of the servers' answers that are used, alike in Jellyfin 10.10, 10.11 and 12 and in Emby 4.8 and 4.9. Null properties
 * are usually left out, a few are written as null: a field that may be missing takes both.
 */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = () => Type.String();
const words = () => Type.Array(Type.String());
/** 100 ns. */
const ticks = () => Type.Number();

export const SystemInfo = Type.Object({
  Id: text(),
  ServerName: maybe(text()),
  Version: text(),
  /** Of Jellyfin alone. */
  ProductName: maybe(text()),
  StartupWizardCompleted: maybe(Type.Boolean()),
});

const Policy = Type.Object({ IsAdministrator: maybe(Type.Boolean()), IsDisabled: maybe(Type.Boolean()) });
export const User = Type.Object({ Id: text(), Name: text(), LastActivityDate: maybe(text()), Policy: maybe(Policy) });
export const Users = Type.Array(User);

/** `CollectionType` is missing in mixed libraries, `ItemId` in one that was never scanned. */
export const Library = Type.Object({
  ItemId: maybe(text()),
  Name: maybe(text()),
  CollectionType: maybe(text()),
  RefreshStatus: maybe(text()),
  Locations: maybe(words()),
});
export const Libraries = Type.Array(Library);

const Stream = Type.Object({
  Type: text(),
  Index: maybe(Type.Integer()),
  BitRate: maybe(Type.Number()),
  Codec: maybe(text()),
  Width: maybe(Type.Integer()),
  Height: maybe(Type.Integer()),
});

/** `Id` is that of the item whose file it is; `Grouping`: a title of its own that somebody merged with this one. */
const MediaSource = Type.Object({
  Id: maybe(text()),
  Type: maybe(text()),
  Path: maybe(text()),
  Size: maybe(Type.Number()),
  IsRemote: maybe(Type.Boolean()),
  RunTimeTicks: maybe(ticks()),
  MediaStreams: maybe(Type.Array(Stream)),
});

/** By the name of the database, and by the kind of the picture. */
const ProviderIds = maybe(Type.Record(text(), Type.Union([text(), Type.Null()])));
const ImageTags = maybe(Type.Record(text(), Type.Union([text(), Type.Null()])));

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
  ProviderIds,
  ImageTags,
  MediaSources: maybe(Type.Array(MediaSource)),
  MediaSourceCount: maybe(Type.Integer()),
  /** Bytes, and the picture: of Emby alone, which tells them without its sources. */
  Size: maybe(Type.Number()),
  Width: maybe(Type.Integer()),
  Height: maybe(Type.Integer()),
  IsFolder: maybe(Type.Boolean()),
  /** Trailers, theme songs, what belongs to a title and is none itself. */
  ExtraType: maybe(text()),
  AlbumArtist: maybe(text()),
  Artists: maybe(words()),
  Album: maybe(text()),
});
export const ItemPage = Type.Object({ Items: Type.Array(Item), TotalRecordCount: Type.Integer() });

const Playing = Type.Object({
  Id: text(),
  Name: maybe(text()),
  Type: maybe(text()),
  /** Of trailers, theme songs and other extras alone. */
  ExtraType: maybe(text()),
  SeriesName: maybe(text()),
  SeriesId: maybe(text()),
  IndexNumber: maybe(Type.Integer()),
  ParentIndexNumber: maybe(Type.Integer()),
  ProductionYear: maybe(Type.Integer()),
  AlbumArtist: maybe(text()),
  Artists: maybe(words()),
  Album: maybe(text()),
  /** What is on a channel. */
  CurrentProgram: maybe(Type.Object({ Name: maybe(text()) })),
  ProviderIds,
  ImageTags,
  RunTimeTicks: maybe(ticks()),
  /** Of the whole file. */
  Bitrate: maybe(Type.Number()),
  MediaStreams: maybe(Type.Array(Stream)),
});

const PlayState = Type.Object({
  PositionTicks: maybe(ticks()),
  MediaSourceId: maybe(text()),
  IsPaused: maybe(Type.Boolean()),
  AudioStreamIndex: maybe(Type.Integer()),
  SubtitleStreamIndex: maybe(Type.Integer()),
});

const Transcoding = Type.Object({
  IsVideoDirect: maybe(Type.Boolean()),
  IsAudioDirect: maybe(Type.Boolean()),
  Bitrate: maybe(Type.Number()),
  VideoCodec: maybe(text()),
  AudioCodec: maybe(text()),
  Width: maybe(Type.Integer()),
  Height: maybe(Type.Integer()),
  HardwareAccelerationType: maybe(text()),
  VideoEncoderIsHardware: maybe(Type.Boolean()),
  VideoEncoderHwAccel: maybe(text()),
  TranscodeReasons: maybe(words()),
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
  RemoteEndPoint: maybe(text()),
  NowPlayingItem: maybe(Playing),
  PlayState: maybe(PlayState),
  TranscodingInfo: maybe(Transcoding),
  SupportsRemoteControl: maybe(Type.Boolean()),
  SupportedCommands: maybe(words()),
});
export const Sessions = Type.Array(Session);

const Device = Type.Object({
  Id: text(),
  ReportedDeviceId: maybe(text()),
  Name: maybe(text()),
  CustomName: maybe(text()),
  AppName: maybe(text()),
  LastUserName: maybe(text()),
  DateLastActivity: maybe(text()),
});
export const Devices = Type.Object({ Items: Type.Array(Device) });

const Trigger = Type.Object({
  Type: maybe(text()),
  TimeOfDayTicks: maybe(ticks()),
  IntervalTicks: maybe(ticks()),
  DayOfWeek: maybe(text()),
});
const JobResult = Type.Object({ Status: maybe(text()), StartTimeUtc: maybe(text()), EndTimeUtc: maybe(text()) });
export const Job = Type.Object({
  Id: text(),
  /** The same in every language. */
  Key: maybe(text()),
  Name: maybe(text()),
  State: text(),
  IsHidden: maybe(Type.Boolean()),
  CurrentProgressPercentage: maybe(Type.Number()),
  LastExecutionResult: maybe(JobResult),
  Triggers: maybe(Type.Array(Trigger)),
});
export const Jobs = Type.Array(Job);

/** The newest first. Plays have the types VideoPlayback and AudioPlayback, and the same with Stopped; in Emby playback.start and playback.stop. */
export const LogEntry = Type.Object({
  Id: Type.Integer(),
  Name: maybe(text()),
  Type: maybe(text()),
  ItemId: maybe(text()),
  UserId: maybe(text()),
  Date: text(),
});
export const LogPage = Type.Object({ Items: Type.Array(LogEntry) });

export const SignedIn = Type.Object({ User, AccessToken: text() });

/** `pingMs`: how long the answer took. */
export interface Pinged {
  readonly info: SystemInfo;
  readonly pingMs: number;
}

export type SystemInfo = Static<typeof SystemInfo>;
export type User = Static<typeof User>;
export type Library = Static<typeof Library>;
export type Item = Static<typeof Item>;
export type ItemPage = Static<typeof ItemPage>;
export type Stream = Static<typeof Stream>;
export type Playing = Static<typeof Playing>;
export type Session = Static<typeof Session>;
export type Device = Static<typeof Device>;
export type MediaSource = Static<typeof MediaSource>;
export type Job = Static<typeof Job>;
export type LogEntry = Static<typeof LogEntry>;
export type LogPage = Static<typeof LogPage>;
export type Trigger = Static<typeof Trigger>;
export type SignedIn = Static<typeof SignedIn>;
