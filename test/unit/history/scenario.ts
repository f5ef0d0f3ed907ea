/** A living room that is polled: what the history recorder makes of a script of polls. */
import { type HistorySettings, type Play, type Playback, record, type Session } from '#core/derivations/recorder.js';

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
}

export const NOTHING: Result = { plays: [], rows: new Map(), writes: 0 };

export function play(polls: readonly Poll[], settings = SETTINGS, from: Result = NOTHING): Result {
  return polls.reduce<Result>((before, [seconds, ...sessions]) => {
    const { plays, rows } = record(before.plays, sessions, new Date(START + seconds * 1000), settings);
    const all = new Map(before.rows);
    for (const row of rows) all.set(row.id, row);
    return { plays, rows: all, writes: before.writes + rows.length };
  }, from);
}

/** Polls every ten seconds from one second to another, each seeing what `see` makes of its second. */
export function every10(from: number, to: number, see: (seconds: number) => readonly Session[]): readonly Poll[] {
  const polls: Poll[] = [];
  for (let seconds = from; seconds <= to; seconds += 10) polls.push([seconds, ...see(seconds)]);
  return polls;
}
