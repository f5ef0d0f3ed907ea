/** What is heard of sessions, so far as it is worth a look. Pure. */
import { isUnchosen } from './map-work.js';
import { seconds } from './times.js';
import type * as up from './upstream.js';

interface Play {
  /** What is played, how, and whether it moves. */
  readonly facts: string;
  /** The moment at which it would have begun without pauses and jumps; undefined while it does not move. */
  readonly began: number | undefined;
}

/** By session. */
export type Heard = ReadonlyMap<string, Play>;

/** Clients tell their position every ten seconds or so: until then a server may repeat the last one. */
const JUMP_MS = 15_000;

export const heardIn = (sessions: readonly up.Session[], now: number): Heard =>
  new Map(
    sessions.flatMap((session) => {
      const { NowPlayingItem: playing, PlayState: state, TranscodingInfo: info } = session;
      if (!playing || isUnchosen(playing)) return [];
      const paused = state?.IsPaused === true;
      const method = [info?.IsVideoDirect, info?.IsAudioDirect, state?.AudioStreamIndex, state?.SubtitleStreamIndex];
      const facts = JSON.stringify([session.UserId, session.DeviceId, playing.Id, paused, Boolean(info), ...method]);
      const began = paused ? undefined : now - seconds(state?.PositionTicks ?? 0) * 1000;
      return [[session.Id, { facts, began }] as const];
    }),
  );

/** What has come to be, or to be another, counts at once; so does what is gone. */
export const differs = (before: Heard, now: Heard): boolean =>
  before.size !== now.size || [...now].some(([id, play]) => isAnother(before.get(id), play));

const isAnother = (before: Play | undefined, now: Play): boolean =>
  before?.facts !== now.facts ||
  (before.began !== undefined && now.began !== undefined && Math.abs(now.began - before.began) > JUMP_MS);
