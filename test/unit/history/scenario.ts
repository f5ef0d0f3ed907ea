/** A living room that is polled: what the history recorder makes of a script of polls. */
import type { Play, Playback, Session } from '#core/derivations/core-plays.js';
import { type HistorySettings, record } from '#core/derivations/recorder.js';

export const SETTINGS: HistorySettings = { minPlaySeconds: 60, resumeMinutes: 60 };
export const START = Date.parse('2026-11-20T20:00:00.000Z');
export const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

/** One poll: seconds since the start, and the sessions that it saw. */
export type Poll = readonly [seconds: number, ...sessions: readonly Session[]];

export const session = (positionSeconds: number, change: Partial<Session> = {}): Session => ({
  id: 's1',
  userId: 'u1',
  viewer: 'Ada',
  itemId: 'i1',
  title: 'Metropolis',
  kind: 'movie',
  client: 'Web',
  device: 'Sofa',
  deviceId: 'd1',
  method: 'direct',
  paused: false,
  positionSeconds,
  ...change,
});

export interface Result {
  readonly plays: readonly Play[];
  /** The log's rows by id, as they were written last. */
  readonly rows: ReadonlyMap<string, Playback>;
  /** How often rows were written. */
  readonly writes: number;
  /** Second of the last poll. */
  readonly polled: number | undefined;
}

export const NOTHING: Result = { plays: [], rows: new Map(), writes: 0, polled: undefined };

export function play(polls: readonly Poll[], settings = SETTINGS, from: Result = NOTHING): Result {
  return polls.reduce<Result>((before, [seconds, ...sessions]) => {
    const polled = before.polled === undefined ? undefined : START + before.polled * 1000;
    const { plays, rows } = record(before.plays, sessions, { now: START + seconds * 1000, before: polled }, settings);
    const all = new Map(before.rows);
    for (const row of rows) all.set(row.id, row);
    return { plays, rows: all, writes: before.writes + rows.length, polled: seconds };
  }, from);
}

/** Polls every ten seconds from one second to another, each seeing what `see` makes of its second. */
export function every10(from: number, to: number, see: (seconds: number) => readonly Session[]): readonly Poll[] {
  const polls: Poll[] = [];
  for (let seconds = from; seconds <= to; seconds += 10) polls.push([seconds, ...see(seconds)]);
  return polls;
}

export const playing = (from: number, to: number, offset = from) => every10(from, to, (s) => [session(s - offset)]);
export const nobody = (from: number, to: number) => every10(from, to, () => []);
export const later =
  (seconds: number) =>
  ([at, ...seen]: Poll): Poll => [
    at,
    ...seen.map((one) => ({ ...one, positionSeconds: one.positionSeconds + seconds })),
  ];
export const paused = (from: number, to: number, position: number) =>
  every10(from, to, () => [session(position, { paused: true })]);

/** A server that moves the position by itself between the check-ins of its client, which come every ten seconds, 4 s before a poll. */
export const heard = (from: number, to: number, change: Partial<Session> = {}) =>
  every10(from, to, (s) => [session(s, { seenAt: at(s - 4), ...change })]);
/** Nothing is heard from second `last` on; the server goes on moving the position. */
export const silent = (from: number, to: number, last: number, change: Partial<Session> = {}) =>
  every10(from, to, (s) => [session(s, { seenAt: at(last), ...change })]);

export const film = { runtimeSeconds: 5400 };
export const song = { kind: 'music', runtimeSeconds: 200, title: 'River' } as const;
