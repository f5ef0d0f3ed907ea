/** What readers of other programs' histories tell, row by row. */
import type { Playback } from '../derivations/core-plays.js';

/** Why a row does not become a play. */
export type Reason = 'there' | 'near' | 'repeated' | 'short' | 'unplayed' | 'inferred' | 'timeless';

/**
 * A row, by an id that is the same whenever it is read. It begins with what wrote it down (`jellystat:`, `jellystat:plugin:`):
 * what one of them tells twice under two ids are two plays.
 */
export type Told =
  | { readonly id: string; readonly play: Playback }
  | { readonly id: string; readonly dropped: Reason; readonly name: string };

export interface Chunk {
  readonly rows: readonly Told[];
  /** How much of the file has been read, from 0 to 1. */
  readonly done: number;
}

export interface Reading {
  /** Of the server that wrote times without a zone: IANA. */
  readonly zone: string;
  /** A folder for files that are needed meanwhile. */
  readonly scratch: string;
}

/** @throws import_file when the file is none of this format */
export type ReadHistory = (file: string, reading: Reading) => AsyncIterable<Chunk>;

/** A program whose history can be read. Its reader is loaded when it is needed. */
export interface Format {
  /** As the command line names it. */
  readonly id: string;
  readonly title: string;
  /** Which file to give. */
  readonly file: string;
  /** Some of its rows tell the time without a zone. */
  readonly isLocal: boolean;
  load(): Promise<ReadHistory>;
}

/** A row as somebody finds it again: its title, who played it, and when. */
export const nameOf = (title: string, viewer: string | undefined, time: string): string =>
  [title, viewer ?? '', time].filter((text) => text !== '').join(', ');

export const dropped = (id: string, reason: Reason, name: string): Told => ({ id, dropped: reason, name });

/** What a program says of a value: empty is unknown, and so is everything that is no text. */
export const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
};

/** Some databases tell numbers as texts. */
export const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** Whole, and from 0 on. */
export const countOf = (value: unknown): number | undefined => {
  const number = numberOf(value);
  return number === undefined || number < 0 ? undefined : Math.floor(number);
};

/** Without the fields that are not known. */
export function known<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
