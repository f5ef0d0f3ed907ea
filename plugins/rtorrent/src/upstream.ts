/** The commands of rTorrent's XML-RPC (0.9 and later) that are asked, and their answers. */
import { type Static, type TSchema, Type } from '@sidelight/plugin-api';

export const Version = Type.String({ pattern: '^[0-9]+\\.' });

/** 1 or 0 */
const flag = () => Type.Integer();

const torrentFields = {
  /** The info hash in capitals. */
  'd.hash': Type.String({ pattern: '^[0-9A-F]{40}$' }),
  /** `<hash>.meta` while a magnet link has no metadata. */
  'd.name': Type.String(),
  'd.is_meta': flag(),
  /** Wanted to run: set by start, cleared by stop, kept over restarts. */
  'd.state': flag(),
  /** Its files are open. */
  'd.is_open': flag(),
  /** It runs. */
  'd.is_active': flag(),
  /** Other than 0: its files are checked, or wait for that. */
  'd.hashing': Type.Integer(),
  /** That check could not open or read the files. */
  'd.hashing_failed': flag(),
  'd.complete': flag(),
  /** What a tracker or the check of its files said; empty most of the time. */
  'd.message': Type.String(),
  /** Bytes of all files, selected or not. */
  'd.size_bytes': Type.Integer(),
  /** Bytes that are there, those of unfinished chunks among them. */
  'd.bytes_done': Type.Integer(),
  /** Chunks of the selected files that are missing. */
  'd.wanted_chunks': Type.Integer(),
  /** Bytes. */
  'd.chunk_size': Type.Integer(),
  /** Bytes per second, as the next. */
  'd.down.rate': Type.Integer(),
  'd.up.rate': Type.Integer(),
  /** Where front ends keep a label, encoded like a part of an address. */
  'd.custom1': Type.String(),
  /** Thousandths. */
  'd.ratio': Type.Integer(),
  /** Seconds since 1970. */
  'd.load_date': Type.Integer(),
} satisfies Record<string, TSchema>;

/** What is asked of each torrent. */
export const COMMANDS: readonly string[] = Object.keys(torrentFields);

/** One row per torrent, one value per command. */
export const Rows = Type.Array(Type.Array(Type.Unknown()));

/** Of each file its size and its priority: 0 where it is not wanted. */
export const Files = Type.Array(Type.Tuple([Type.Integer(), Type.Integer()]));
export const FILE_COMMANDS: readonly string[] = ['f.size_bytes=', 'f.priority='];

export const Torrents = Type.Array(Type.Object(torrentFields));

/** Bytes per second; 0: no limit. */
export const Limit = Type.Integer();

/** The client as a whole. */
export interface State {
  readonly version: string;
  readonly down: number;
  readonly up: number;
}

/** What a command answers that changes something. */
export const Done = Type.Integer();

export type Torrents = Static<typeof Torrents>;
export type Torrent = Torrents[number];

/** By hash, the bytes of the selected files, where they are not all. */
export type Selections = ReadonlyMap<string, number>;
