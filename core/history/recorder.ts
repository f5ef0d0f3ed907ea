/**
 * The history recorder: successive snapshots of who plays what become plays. Pure.
 *
 * One play is one user and one title on one device. Its time runs while it is not paused, and never faster than the
 * clock. Coming back within the resume window goes on with the same play, which keeps its start.
 */
import { createHash } from 'node:crypto';
import type { ItemOf, mediaPlayback, mediaSessions } from '@sidelight/plugin-api';
import { credit, isDead } from './credit.js';
import { type corePlays, identityOf } from './plays.js';

export type Session = ItemOf<typeof mediaSessions>;
export type Play = ItemOf<typeof corePlays>;
export type Playback = ItemOf<typeof mediaPlayback>;

export interface HistorySettings {
  /** A play counts once it has been watched for so long. */
  readonly minPlaySeconds: number;
  readonly resumeMinutes: number;
}

export interface Recorded {
  /** The plays to remember from now on. */
  readonly plays: readonly Play[];
  /** Rows of `media.playback` that are new or have changed. */
  readonly rows: readonly Playback[];
}

/** A play that goes on is written each time that it has grown by so much. */
const WRITE_EVERY_MS = 30_000;

/** What a poll at `now`, which saw these sessions, makes of the plays that were remembered. */
export function record(
  plays: readonly Play[],
  sessions: readonly Session[],
  now: Date,
  settings: HistorySettings,
): Recorded {
  const present = new Map<string, Session>();
  for (const session of sessions) {
    const other = present.get(identityOf(session));
    if (other === undefined || isAhead(session, other)) present.set(identityOf(session), session);
  }
  const known = new Map(plays.map((play) => [identityOf(play), play]));
  const kept: Play[] = [];
  const rows: Playback[] = [];
  const minimum = settings.minPlaySeconds * 1000;
  const write = (play: Play) => play.playedMs >= minimum && rows.push(rowOf(play));

  for (const [identity, session] of present) {
    const before = known.get(identity);
    if (before !== undefined && !isOver(before, session, now, settings)) {
      const after = advance(before, session, now);
      if (before.playedMs < minimum || stepOf(before) !== stepOf(after)) write(after);
      kept.push(after);
      continue;
    }
    if (before?.polledAt !== undefined) write(before);
    if (session.paused) continue;
    const begun = begin(session, now);
    if (minimum <= 0) write(begun);
    kept.push(begun);
  }
  for (const [identity, play] of known) {
    if (present.has(identity)) continue;
    const { polledAt, ...ended } = play;
    if (polledAt !== undefined) write(play);
    if (!isExpired(play, now, settings)) kept.push(ended);
  }
  return { plays: kept, rows };
}

/** Two sessions of the same play, as after a client has reconnected: the one that moves counts. */
const isAhead = (one: Session, other: Session): boolean =>
  one.paused === other.paused ? one.positionSeconds > other.positionSeconds : other.paused;

const isExpired = (play: Play, now: Date, settings: HistorySettings): boolean =>
  now.getTime() - Date.parse(play.playedAt) > settings.resumeMinutes * 60_000;

/** It plays again, too long after it last did: that is another play. */
const isOver = (play: Play, session: Session, now: Date, settings: HistorySettings): boolean =>
  !session.paused && isExpired(play, now, settings);

const stepOf = (play: Play): number => Math.floor(play.playedMs / WRITE_EVERY_MS);

function begin(session: Session, now: Date): Play {
  const at = now.toISOString();
  return { ...describe(session), startedAt: at, playedMs: 0, playedAt: at, polledAt: at };
}

function advance(play: Play, session: Session, now: Date): Play {
  const at = now.toISOString();
  return {
    ...describe(session),
    startedAt: play.startedAt,
    playedMs: play.playedMs + credit(play, session, now),
    playedAt: session.paused || isDead(play, session, now) ? play.playedAt : at,
    polledAt: at,
  };
}

function describe(session: Session) {
  const { deviceId, userId, viewer, itemId, kind, method, client, device, positionSeconds } = session;
  const titled =
    session.series === undefined ? { title: session.title } : { title: session.series, episode: session.title };
  return { deviceId, userId, viewer, itemId, ...titled, kind, method, client, device, positionSeconds };
}

function rowOf(play: Play): Playback {
  const { deviceId: _, playedMs, positionSeconds: __, playedAt: ___, polledAt: ____, ...row } = play;
  return { id: playId(play), ...row, playedSeconds: Math.floor(playedMs / 1000) };
}

/** The same play has the same id after a restart, so that a row is never doubled. */
const playId = (play: Play): string =>
  createHash('sha256')
    .update(`${identityOf(play)} ${play.startedAt}`)
    .digest('base64url')
    .slice(0, 22);
