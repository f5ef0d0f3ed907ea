/**
 * How long a play has been played. Pure.
 *
 * A media server moves the position of a client that it does not hear by itself, so that only a check-in of the client
 * proves anything: its position then says how much was played since the check-in before, never faster than the clock.
 * What has passed since is credited in advance, up to `SLACK_MS`. Whoever is silent, or stands still, is gone after
 * `SILENCE_MS`; a check-in that comes later pays what it proves.
 */
import type { Play, Session } from './core-plays.js';
import { addPlayed } from './quarters.js';

/** Credited beyond the last check-in at most. */
const SLACK_MS = 30_000;
/** Where nothing was heard for longer, nobody is there, and where nobody looked for longer, nothing is assumed. */
export const SILENCE_MS = 90_000;
/** Clients round their positions, and tell them every few seconds: a position may lag behind by that much. */
const LAG_MS = 10_000;
/** Less is rounding. */
const MOVES_MS = 2000;

/** One look at the sessions of a source. */
export interface Look {
  /** Epoch milliseconds, as all times here. */
  readonly now: number;
  /** When the source was looked at before, if it ever was. */
  readonly before: number | undefined;
}

interface Proof {
  readonly at: number;
  readonly positionMs: number;
  readonly playedMs: number;
  readonly owedMs: number;
}

const iso = (at: number): string => new Date(at).toISOString();
const between = (low: number, value: number, high: number): number => Math.min(Math.max(low, value), high);
const positionMs = (session: Session): number => session.positionSeconds * 1000;
const polledAt = (play: Play): number => Date.parse(play.polledAt ?? play.playedAt);

export const stateOf = (play: Play): NonNullable<Play['state']> =>
  play.state ?? (play.polledAt === play.playedAt ? 'playing' : 'paused');

function proofOf(play: Play): Proof {
  if (play.proof !== undefined) return { ...play.proof, at: Date.parse(play.proof.at) };
  return { at: polledAt(play), positionMs: play.positionSeconds * 1000, playedMs: play.playedMs, owedMs: 0 };
}

/** Until when its time has been credited. */
export const creditedUntil = (play: Play): number => Math.min(polledAt(play), proofOf(play).at + SLACK_MS);

/** When the client checked in last, by our clock. Servers' clocks may be wrong: only the time between two check-ins is theirs. */
function heardAt(before: Play | undefined, session: Session, now: number): number {
  if (session.seenAt === undefined) return now;
  const told = Date.parse(session.seenAt);
  if (before?.heard === undefined || before.polledAt === undefined) return Math.min(told, now);
  const later = told - Date.parse(before.heard.told);
  const at = Math.min(Date.parse(before.heard.at) + later, now);
  return later > 0 ? between(polledAt(before), at, now) : at;
}

/** Where the title was at a check-in: since then the server has moved it on by itself. */
function positionAt(session: Session, at: number, now: number): number {
  const isMoved = session.seenAt !== undefined && !session.paused;
  return isMoved ? Math.max(0, positionMs(session) - (now - at)) : positionMs(session);
}

/** What two check-ins prove, as milliseconds, of the time from one to the other. */
function provenMs(session: Session, passed: number, moved: number, owed: number): number {
  const unproven = passed <= SILENCE_MS ? passed : SLACK_MS;
  // A channel has no position to go by.
  if (session.kind === 'live') return Math.min(passed, Math.max(unproven, moved));
  return moved < 0 ? unproven : Math.min(passed + owed, moved);
}

const onlyMoved = (passed: number, moved: number): number => Math.max(0, Math.min(passed, moved));

/** The play with so much played in all, the rest of it from one moment to another. */
function played(play: Play, ms: number, from: number, to: number): Pick<Play, 'playedMs' | 'quarters' | 'startedAt'> {
  const isFirst = play.playedMs === 0;
  const startedAt = isFirst ? iso(to - ms) : play.startedAt;
  const before = Math.floor(play.playedMs / 1000);
  const start = Date.parse(startedAt);
  const quarters =
    play.quarters ?? addPlayed([], new Date(start), new Date(start + play.playedMs), isFirst ? 0 : before);
  const grown = Math.floor(ms / 1000) - before;
  const begin = new Date(isFirst ? start : from);
  return { startedAt, playedMs: ms, quarters: [...addPlayed(quarters, begin, new Date(to), grown)] };
}

/** What is shown of a session where it was not seen at the last look: how much of the time since it was playing. */
export function firstCredit(before: Play | undefined, session: Session, { now, before: last }: Look): number {
  if (session.paused) return 0;
  const heard = heardAt(before, session, now);
  const passed = last !== undefined && now - last <= SILENCE_MS ? now - last : Math.max(0, now - heard);
  const moved = before === undefined ? -1 : positionMs(session) - before.positionSeconds * 1000;
  const silent = Math.max(0, now - heard - SLACK_MS);
  return now - heard > SILENCE_MS ? 0 : Math.max(0, Math.min(passed, moved < 0 ? positionMs(session) : moved) - silent);
}

/** A play begins, or goes on after it had ended, with so much credit. */
export function enter(play: Play, session: Session, { now }: Look, credit: number): Play {
  const heard = heardAt(undefined, session, now);
  const at = Math.max(heard, now - credit);
  const state = now - heard > SILENCE_MS ? 'gone' : session.paused ? 'paused' : 'playing';
  const proof = {
    at: iso(state === 'gone' ? heard : at),
    positionMs: positionAt(session, state === 'gone' ? heard : at, now),
    playedMs: play.playedMs + Math.max(0, credit - (now - at)),
    owedMs: 0,
  };
  const entered: Play = {
    ...play,
    ...played(play, play.playedMs + credit, now - credit, now),
    ...{ proof, state, playedAt: state === 'playing' ? iso(now) : play.playedAt, polledAt: iso(now) },
  };
  return withHeard(entered, session, heard);
}

const withHeard = (play: Play, session: Session, at: number): Play =>
  session.seenAt === undefined ? play : { ...play, heard: { told: session.seenAt, at: iso(at) } };

/** What a play keeps of its session as it is. */
export type Described = Omit<
  Play,
  'startedAt' | 'rowId' | 'playedMs' | 'playedAt' | 'polledAt' | 'state' | 'heard' | 'proof' | 'quarters'
>;

/** A play that was seen at the last look is seen again. */
export function advance(described: Described, before: Play, session: Session, { now }: Look): Play {
  const heard = heardAt(before, session, now);
  const proof = session.paused ? pausedProof(before, session, heard, now) : playingProof(before, session, heard, now);
  const sign = session.paused ? heard : proof.at;
  const state = now - sign > SILENCE_MS ? 'gone' : session.paused ? 'paused' : 'playing';
  const isSilent = session.paused || (state === 'gone' && stateOf(before) === 'gone');
  const ahead = isSilent ? 0 : between(0, now - proof.at, SLACK_MS);
  const ms = Math.max(before.playedMs, proof.playedMs + ahead);
  const from = stateOf(before) === 'paused' ? polledAt(before) : creditedUntil(before);
  const to = session.paused ? Math.max(from, heard) : Math.min(now, proof.at + SLACK_MS);
  const advanced: Play = {
    ...described,
    ...(before.rowId === undefined ? {} : { rowId: before.rowId }),
    ...played(before, ms, from, Math.min(to, now)),
    proof: { ...proof, at: iso(proof.at) },
    ...{ state, playedAt: state === 'playing' ? iso(now) : before.playedAt, polledAt: iso(now) },
  };
  return withHeard(advanced, session, heard);
}

/** What is held against: after the clock was set back it begins anew. */
function basis(before: Play, session: Session, now: number): Proof {
  const proof = proofOf(before);
  if (proof.at <= now) return proof;
  return { at: now, positionMs: positionMs(session), playedMs: before.playedMs, owedMs: 0 };
}

/** Whatever it proves was before the pause; the time of the pause itself is over with each look. */
function pausedProof(before: Play, session: Session, heard: number, now: number): Proof {
  const proof = basis(before, session, now);
  const passed = Math.max(0, heard - proof.at) + proof.owedMs;
  const paid = stateOf(before) === 'paused' ? 0 : onlyMoved(passed, positionMs(session) - proof.positionMs);
  return { at: now, positionMs: positionMs(session), playedMs: proof.playedMs + paid, owedMs: 0 };
}

function playingProof(before: Play, session: Session, heard: number, now: number): Proof {
  const proof = basis(before, session, now);
  const at = Math.max(heard, proof.at);
  const position = positionAt(session, at, now);
  const [passed, moved] = [at - proof.at, position - proof.positionMs];
  if (stateOf(before) === 'playing') {
    if (passed === 0 || (session.kind !== 'live' && Math.abs(moved) < MOVES_MS)) return proof;
    const paid = provenMs(session, passed, moved, proof.owedMs);
    const owedMs = moved < 0 ? 0 : between(0, passed + proof.owedMs - paid, LAG_MS);
    return { at, positionMs: position, playedMs: proof.playedMs + paid, owedMs };
  }
  // Standing still does not bring back what is gone for standing still.
  if (stateOf(before) === 'gone' && session.kind !== 'live' && Math.abs(moved) < MOVES_MS) return proof;
  return { at, positionMs: position, playedMs: proof.playedMs + onlyMoved(passed, moved), owedMs: 0 };
}

/**
 * A play is not there any more: how long it may have gone on after the last look.
 * @param taken milliseconds that belong to what plays on the device instead
 */
export function tailOf(play: Play, now: number, taken: number | undefined): number {
  const gap = now - polledAt(play);
  if (stateOf(play) !== 'playing' || gap <= 0 || gap > SILENCE_MS) return 0;
  const room = Math.max(0, proofOf(play).at + SLACK_MS - polledAt(play));
  const { runtimeSeconds } = play;
  const left = runtimeSeconds === undefined ? undefined : Math.max(0, runtimeSeconds - play.positionSeconds) * 1000;
  if (taken !== undefined) return Math.min(Math.max(0, gap - taken), left ?? room);
  // It reached its end, or was stopped somewhere in between: the middle is wrong by half of the time at most.
  return Math.min(left !== undefined && left <= gap ? left : gap / 2, room);
}

/** The play as it ended, and when. What belongs to a play that goes on is forgotten. */
export function leave(play: Play, tail: number): { readonly play: Play; readonly endedAt: string } {
  const end = creditedUntil(play);
  const {
    polledAt: _,
    state: __,
    heard: ___,
    proof: ____,
    ...ended
  } = {
    ...play,
    ...played(play, Math.floor(play.playedMs + tail), end, end + tail),
  };
  return { play: ended, endedAt: iso(Math.floor(end + tail)) };
}
