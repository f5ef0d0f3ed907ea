/**
 * The history recorder: successive snapshots of who plays what become plays. Pure.
 *
 * One play is one user and one title on one device. Its time runs while it is not paused, and never faster than the
 * clock. Coming back within the resume window goes on with the same play, which keeps its start.
 */
import { createHash } from 'node:crypto';
import { definePort, type ItemOf, mediaPlayback, type mediaSessions, Type } from '@sidelight/plugin-api';

/** What a play keeps of its session as it is. */
const CARRIED = [
  ...(['userId', 'viewer', 'itemId', 'kind', 'method', 'client', 'device', 'remote', 'runtimeSeconds'] as const),
  ...(['season', 'artist', 'album', 'seriesId', 'libraryId', 'tmdb', 'tvdb', 'imdb'] as const),
] as const;

const { userId, viewer, itemId, kind, method, client, device, remote, runtimeSeconds } = mediaPlayback.item.properties;
const { season, artist, album, seriesId, libraryId, tmdb, tvdb, imdb } = mediaPlayback.item.properties;
const { title, episode, episodeNumber, startedAt } = mediaPlayback.item.properties;

const time = startedAt;

/** What is remembered between polls: the plays that go on, and those that may still be resumed. */
export const corePlays = definePort({
  id: 'core.plays',
  keep: 'snapshot',
  key: (play) => identityOf(play),
  item: Type.Object({
    deviceId: Type.String(),
    ...{ userId, viewer, itemId, kind, method, client, device, remote, runtimeSeconds },
    ...{ season, artist, album, seriesId, libraryId, tmdb, tvdb, imdb },
    ...{ title, episode, episodeNumber, startedAt },
    playedMs: Type.Integer({ description: 'Milliseconds without pauses' }),
    positionSeconds: Type.Integer({ description: 'Where the client was at the last poll' }),
    playedAt: Type.String({ ...time, description: 'The last poll that saw it play' }),
    polledAt: Type.Optional(
      Type.String({ ...time, description: 'The last poll that saw it; absent once it has ended' }),
    ),
  }),
});

/** One play is one user and one title on one device. */
export const identityOf = (of: {
  readonly deviceId: string;
  readonly userId?: string;
  readonly itemId?: string;
}): string => JSON.stringify([of.deviceId, of.userId ?? '', of.itemId ?? '']);

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
  const write = (play: Play, endedAt?: string) => play.playedMs >= minimum && rows.push(rowOf(play, endedAt));

  for (const [identity, session] of present) {
    const before = known.get(identity);
    if (before !== undefined && !isOver(before, session, now, settings)) {
      const after = advance(before, session, now);
      const hadEnded = before.polledAt === undefined;
      if (hadEnded || before.playedMs < minimum || stepOf(before) !== stepOf(after)) write(after);
      kept.push(after);
      continue;
    }
    if (before?.polledAt !== undefined) write(before, before.playedAt);
    if (session.paused) continue;
    const begun = begin(session, now);
    if (minimum <= 0) write(begun);
    kept.push(begun);
  }
  for (const [identity, play] of known) {
    if (present.has(identity)) continue;
    const { polledAt, ...ended } = play;
    if (polledAt !== undefined) write(play, polledAt);
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
  const { deviceId: _, playedMs, positionSeconds: __, playedAt: ___, polledAt: ____, ...row } = play;
  const ended = endedAt === undefined ? {} : { endedAt };
  return { id: playId(play), ...row, ...ended, playedSeconds: Math.floor(playedMs / 1000), origin: 'recorded' };
}

/** The same play has the same id after a restart, so that a row is never doubled. */
const playId = (play: Play): string =>
  createHash('sha256')
    .update(`${identityOf(play)} ${play.startedAt}`)
    .digest('base64url')
    .slice(0, 22);

/** Clients tell their position every ten seconds or so: it may lag behind by that much. */
const LAG_MS = 10_000;
/** What is believed at most where the position proves nothing (live TV, a jump back), and how long a client may be silent. */
const SILENCE_MS = 90_000;

const movedMs = (play: Play, session: Session): number => (session.positionSeconds - play.positionSeconds) * 1000;

/** The server still lists the session, but its client has gone: it neither moves nor checks in. */
const isDead = (play: Play, session: Session, now: Date): boolean =>
  session.seenAt !== undefined &&
  movedMs(play, session) === 0 &&
  now.getTime() - Date.parse(session.seenAt) > SILENCE_MS;

/** Milliseconds to add to a play that was remembered as `play` and is now seen as `session`. */
function credit(play: Play, session: Session, now: Date): number {
  if (play.polledAt === undefined) return 0;
  const passed = Math.max(0, now.getTime() - Date.parse(play.polledAt));
  const moved = movedMs(play, session);
  const proven = Math.min(passed, Math.max(0, moved));
  const played = play.polledAt === play.playedAt;
  if (isDead(play, session, now) || (!played && session.paused)) return 0;
  // Paused or resumed in between: only the position tells when.
  if (!played || session.paused) return session.kind === 'live' ? 0 : proven;
  if (session.kind === 'live' || moved < 0) return Math.min(passed, Math.max(proven, SILENCE_MS));
  return Math.min(passed, moved + LAG_MS);
}
