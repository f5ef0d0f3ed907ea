/** The fields of qBittorrent's Web API (4.1 to 5.x) that are read. */
import { type Static, Type } from '@sidelight/plugin-api';

/** "v4.5.2" */
export const Version = Type.String({ pattern: '^v?[0-9]+\\.' });

/** What a login answers in words, up to 5.1; later versions answer 204 without a body, or 401. */
export const LoginAnswer = Type.Enum(['Ok.', 'Fails.', '']);

export const Torrent = Type.Object({
  name: Type.String(),
  state: Type.String(),
  /** Bytes of the selected files; 0 or -1 while a magnet link has no metadata. */
  size: Type.Integer(),
  amount_left: Type.Integer(),
  dlspeed: Type.Integer(),
  upspeed: Type.Integer(),
  /** Seconds; 8640000 is "unknown". Of a finished torrent: until its share limit. */
  eta: Type.Integer(),
  /** Empty for a torrent of version 2 only. */
  infohash_v1: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
  /** "one, two" */
  tags: Type.Optional(Type.String()),
  /** Seconds since 1970. */
  added_on: Type.Optional(Type.Integer()),
  /** 9999 without a download; -1 where it cannot be told. */
  ratio: Type.Optional(Type.Number()),
  seeding_time: Type.Optional(Type.Integer()),
  /** -1 while the torrent does not run. */
  availability: Type.Optional(Type.Number()),
  /** From 5.1 on. */
  has_tracker_error: Type.Optional(Type.Boolean()),
});

/** The client as a whole: limits in bytes per second, 0 for none. */
export const ServerState = Type.Object({
  dl_rate_limit: Type.Optional(Type.Integer()),
  up_rate_limit: Type.Optional(Type.Integer()),
  free_space_on_disk: Type.Optional(Type.Integer()),
});

/** A full update holds whole torrents; any other holds the fields that changed since the `rid` that was asked for. */
export const MainData = Type.Object({
  rid: Type.Integer(),
  full_update: Type.Optional(Type.Boolean()),
  torrents: Type.Optional(Type.Record(Type.String(), Type.Partial(Torrent))),
  server_state: Type.Optional(ServerState),
  torrents_removed: Type.Optional(Type.Array(Type.String())),
});

export const Torrents = Type.Record(Type.String(), Torrent);
export const FoundTorrents = Type.Array(Type.Object({ hash: Type.String() }));

export type Torrent = Static<typeof Torrent>;
export type ServerState = Static<typeof ServerState>;
export type MainData = Static<typeof MainData>;
/** By info hash. */
export type Torrents = Readonly<Record<string, Torrent>>;
/** By info hash, as far as the updates have told. */
export type PartialTorrents = Readonly<Record<string, Partial<Torrent>>>;
