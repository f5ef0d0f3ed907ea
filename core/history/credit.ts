/** How much of the time between two polls was spent playing. Pure. */
import type { Play, Session } from './recorder.js';

/** Clients tell their position every ten seconds or so: it may lag behind by that much. */
const LAG_MS = 10_000;
/** What is believed at most where the position proves nothing (live TV, a jump back), and how long a client may be silent. */
const SILENCE_MS = 90_000;

const movedMs = (play: Play, session: Session): number => (session.positionSeconds - play.positionSeconds) * 1000;

/** The server still lists the session, but its client has gone: it neither moves nor checks in. */
export const isDead = (play: Play, session: Session, now: Date): boolean =>
  session.seenAt !== undefined &&
  movedMs(play, session) === 0 &&
  now.getTime() - Date.parse(session.seenAt) > SILENCE_MS;

/** Milliseconds to add to a play that was remembered as `play` and is now seen as `session`. */
export function credit(play: Play, session: Session, now: Date): number {
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
