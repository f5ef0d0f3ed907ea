/** What deluge-web (2.0 to 2.2) answers at /json, as far as it is read. */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

/** Every call is answered with 200; whether it failed is said in `error`. */
export const Answer = Type.Object({
  result: Type.Optional(Type.Unknown()),
  error: Type.Union([Type.Null(), Type.Object({ code: Type.Integer(), message: Type.String() })]),
});

/** Codes of `error`. */
export const NOT_AUTHENTICATED = 1;
/** Also of every call that is meant for a daemon while deluge-web has never been connected to one. */
export const UNKNOWN_METHOD = 2;

/** Of `auth.login` and `web.connected`. */
export const Verdict = Type.Boolean();

/** "2.0.3" */
export const Version = Type.String({ pattern: '^[0-9]+\\.' });

/** The daemons of its connection manager: id, address, port, user. */
export const Hosts = Type.Array(Type.Tuple([Type.String(), Type.String(), Type.Integer(), Type.String()]));

const torrentFields = {
  name: Type.String(),
  /** Allocating, Checking, Downloading, Seeding, Paused, Error, Queued, Moving */
  state: Type.String(),
  /** "OK", or what went wrong. */
  message: Type.String(),
  /** "Announce OK", "Error: …", or empty. */
  tracker_status: Type.String(),
  /** Everything that is wanted is there, whatever has become of it since. */
  is_finished: Type.Boolean(),
  /** Bytes of the selected files; 0 while a magnet link has no metadata. */
  total_wanted: Type.Integer(),
  total_remaining: Type.Integer(),
  /** The last rate, shown for up to a minute after a torrent has stopped or finished. */
  download_payload_rate: Type.Integer(),
  upload_payload_rate: Type.Integer(),
  /** Seconds; 0 while unknown. Of a finished torrent: until its share limit. */
  eta: Type.Number(),
  /** Seeds that it is connected to. */
  num_seeds: Type.Integer(),
  /** Of the plugin Label, where it is on. */
  label: Type.Optional(Type.String()),
  /** Seconds since 1970. */
  time_added: Type.Optional(Type.Number()),
  /** -1 while nothing was downloaded. */
  ratio: Type.Optional(Type.Number()),
  seeding_time: Type.Optional(Type.Number()),
  /** -1 while the torrent does not run. */
  distributed_copies: Type.Optional(Type.Number()),
} satisfies Record<string, TSchema>;

export const Torrent = Type.Object(torrentFields);

/** What `core.get_torrents_status` is asked for. */
export const TORRENT_KEYS: readonly string[] = Object.keys(torrentFields);

export const Torrents = Type.Record(Type.String(), Torrent);
/** KiB per second; -1: no limit. */
export const Limits = Type.Object({ max_download_speed: Type.Number(), max_upload_speed: Type.Number() });
export const LIMIT_KEYS: readonly string[] = Object.keys(Limits.properties);

/** Bytes; -1 where the folder cannot be looked at. */
export const FreeSpace = Type.Integer();

/** The client as a whole. */
export interface State {
  readonly version: string;
  readonly limits: Limits;
  readonly free: number;
  readonly paused: boolean;
}

/** Empty for a torrent that is not there. */
export const FoundTorrent = Type.Object({ name: Type.Optional(Type.String()) });

export type Torrent = Static<typeof Torrent>;
/** By info hash. */
export type Torrents = Readonly<Record<string, Torrent>>;
export type Limits = Static<typeof Limits>;
export type Hosts = Static<typeof Hosts>;
