/**
 * The history recorder: successive snapshots of who plays what become plays. Pure.
 *
 * One play is one user and one title on one device. Coming back within the resume window goes on with the same play,
 * which keeps its start; beginning anew what had come to its end is another.
 */
import { createHash } from 'node:crypto';
import { identityOf, type Play, type Playback, type Session } from './core-plays.js';
import {
  advance,
  type Described,
  enter,
  firstCredit,
  type Look,
  leave,
  SILENCE_MS,
  stateOf,
  tailOf,
} from './credit.js';

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

/** What a look that saw these sessions makes of the plays that were remembered. */
export function record(
  plays: readonly Play[],
  sessions: readonly Session[],
  look: Look,
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
  /** Device and user → what has begun there, as milliseconds of the time since the last look. */
  const begun = new Map<string, number>();
  const minimum = settings.minPlaySeconds * 1000;
  const write = (play: Play, endedAt?: string) => play.playedMs >= minimum && rows.push(rowOf(play, endedAt));
  const close = (play: Play, taken: number | undefined): Play => {
    const left = leave(play, tailOf(play, look.now, taken));
    if (stateOf(play) !== 'gone') write(left.play, left.endedAt);
    return left.play;
  };

  for (const [identity, session] of present) {
    const before = known.get(identity);
    const another = before === undefined || isOver(before, session, look, settings);
    if (!another && before.polledAt !== undefined) {
      const after = advance(described(session), before, session, look);
      const changed = stepOf(before) !== stepOf(after) || before.playedMs < minimum;
      const wasGone = stateOf(before) === 'gone';
      if (stateOf(after) === 'gone' && !wasGone) write(after, leave(after, 0).endedAt);
      else if (changed || (wasGone && stateOf(after) !== 'gone')) write(after);
      kept.push(after);
      continue;
    }
    const credit = firstCredit(before, session, look);
    begun.set(seatOf(session), credit);
    if (another && before?.polledAt !== undefined) close(before, credit);
    const after = enter(another ? unplayed(session, look) : goingOn(before, session), session, look, credit);
    if (stateOf(after) !== 'gone') write(after);
    kept.push(after);
  }
  for (const [identity, play] of known) {
    if (present.has(identity)) continue;
    const ended = play.polledAt === undefined ? play : close(play, begun.get(seatOf(play)));
    if (ended.playedMs > 0 && !isExpired(ended, look, settings)) kept.push(ended);
  }
  return { plays: kept, rows };
}

/** Those whose clients are there: a server goes on listing what it does not hear of for some minutes. */
export function present(plays: readonly Play[], sessions: readonly Session[], look: Look): readonly Session[] {
  const known = new Map(plays.map((play) => [identityOf(play), play]));
  return sessions.filter((session) => {
    const before = known.get(identityOf(session));
    const isSeen = before?.polledAt !== undefined;
    const after = isSeen
      ? advance(described(session), before, session, look)
      : enter(unplayed(session, look), session, look, 0);
    return stateOf(after) !== 'gone';
  });
}

/** Two sessions of the same play, as after a client has reconnected: the one that moves counts. */
function isAhead(one: Session, other: Session): boolean {
  if (one.paused !== other.paused) return other.paused;
  if (one.seenAt !== undefined && other.seenAt !== undefined && one.seenAt !== other.seenAt)
    return one.seenAt > other.seenAt;
  return one.positionSeconds > other.positionSeconds;
}

const isExpired = (play: Play, { now }: Look, settings: HistorySettings): boolean =>
  now - Date.parse(play.playedAt) > settings.resumeMinutes * 60_000;

/** It plays again, too long after it last did, or from the beginning: that is another play. */
const isOver = (play: Play, session: Session, look: Look, settings: HistorySettings): boolean =>
  !session.paused && ((play.playedMs > 0 && isExpired(play, look, settings)) || isAnew(play, session, look));

/** A title counts as finished there. */
const FINISHED = 0.9;
const BEGINNING_SECONDS = 30;

/** It had come to its end, and is near its beginning now. */
function isAnew(play: Play, session: Session, { now, before }: Look): boolean {
  const { runtimeSeconds } = play;
  if (runtimeSeconds === undefined || session.kind === 'live') return false;
  const passed = Math.min(now - (before ?? now), SILENCE_MS) / 1000;
  const reached = play.positionSeconds + (stateOf(play) === 'playing' ? passed : 0);
  const isAtBeginning = session.positionSeconds <= Math.max(BEGINNING_SECONDS, passed);
  return isAtBeginning && session.positionSeconds < play.positionSeconds && reached >= FINISHED * runtimeSeconds;
}

const stepOf = (play: Play): number => Math.floor(play.playedMs / WRITE_EVERY_MS);

/** Where somebody sits: what begins there ends what was there before. */
const seatOf = (of: { readonly deviceId: string; readonly userId?: string }): string =>
  JSON.stringify([of.deviceId, of.userId ?? '']);

function unplayed(session: Session, { now }: Look): Play {
  const at = new Date(now).toISOString();
  return { ...described(session), startedAt: at, playedMs: 0, playedAt: at };
}

function goingOn({ startedAt, rowId, playedMs, playedAt, quarters }: Play, session: Session): Play {
  const told = { ...(rowId === undefined ? {} : { rowId }), ...(quarters === undefined ? {} : { quarters }) };
  return { ...described(session), startedAt, playedMs, playedAt, ...told };
}

const CARRIED = [
  ...(['userId', 'viewer', 'itemId', 'kind', 'method', 'client', 'device', 'remote', 'runtimeSeconds'] as const),
  ...(['season', 'artist', 'album', 'seriesId', 'libraryId', 'tmdb', 'tvdb', 'imdb'] as const),
] as const;

function described(session: Session): Described {
  const { deviceId, positionSeconds, series, title, episode } = session;
  const titled = series === undefined ? { title } : { title: series, episode: title };
  const numbered = episode === undefined ? {} : { episodeNumber: episode };
  return { deviceId, ...titled, ...numbered, ...carriedBy(session), positionSeconds };
}

/** Without fields that the session lacks: a row says nothing rather than undefined. */
const carriedBy = (session: Session): Pick<Session, (typeof CARRIED)[number]> =>
  Object.fromEntries(CARRIED.flatMap((name) => (session[name] === undefined ? [] : [[name, session[name]]]))) as Pick<
    Session,
    (typeof CARRIED)[number]
  >;

function rowOf(play: Play, endedAt: string | undefined): Playback {
  const { deviceId: _, playedMs, positionSeconds: __, playedAt: ___, polledAt: ____, ...told } = play;
  const { state: _____, heard: ______, proof: _______, rowId: ________, ...row } = told;
  // A clock that was set back would have it end before it began.
  const ended = endedAt === undefined ? {} : { endedAt: endedAt < play.startedAt ? play.startedAt : endedAt };
  return { id: playId(play), ...row, ...ended, playedSeconds: Math.floor(playedMs / 1000), origin: 'recorded' };
}

/** The same play has the same id after a restart, so that a row is never doubled. */
export const playId = (play: Play): string =>
  play.rowId ??
  createHash('sha256')
    .update(`${identityOf(play)} ${play.startedAt}`)
    .digest('base64url')
    .slice(0, 22);
