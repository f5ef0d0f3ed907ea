/** Plays that are removed or corrected by hand, and with them what the recorder and the account of time know of them. */
import { mediaPlayback } from '@sidelight/plugin-api';
import type { Cache, Change } from '../cache/cache.js';
import { corePlays, type Play, type Playback } from './core-plays.js';
import type { DerivationSettings } from './derivation.js';
import { deriveBatch } from './derive.js';
import { pastOf } from './past.js';
import { playId } from './recorder.js';

const TASK = '@history';
const PLAYS_AT_ONCE = 500;

export interface Amendment {
  readonly source: string;
  /** As they are stored. */
  readonly plays: readonly Playback[];
  /** What becomes of one; null: it goes. */
  change(play: Playback): Playback | null;
}

/** A play that goes on begins anew where it is removed, so that its time until now does not come back. */
export async function amendHistory(
  cache: Cache,
  { source, plays, change }: Amendment,
  settings: DerivationSettings,
  now: Date,
): Promise<void> {
  const past = pastOf(cache, source);
  for (let start = 0; start < plays.length; start += PLAYS_AT_ONCE) {
    const changed = plays.slice(start, start + PLAYS_AT_ONCE).map((play) => [play.id, change(play)] as const);
    const memory = (await past.rows(corePlays)) as readonly Play[];
    const changes = [historyChange(changed), ...memoryChange(memory, new Map(changed))];
    const batch = { source, task: TASK, at: now.toISOString(), fills: [], changes };
    await cache.amend(await deriveBatch(batch, new Set(), settings, past));
  }
}

type Changed = readonly [id: string, play: Playback | null];

const historyChange = (changed: readonly Changed[]): Change => ({
  port: mediaPlayback.id,
  kind: 'patch',
  upsert: changed.flatMap(([, play]) => play ?? []),
  remove: changed.flatMap(([id, play]) => (play === null ? [id] : [])),
});

function memoryChange(memory: readonly Play[], changed: ReadonlyMap<string, Playback | null>): readonly Change[] {
  const upsert: Play[] = [];
  const remove: string[] = [];
  for (const play of memory) {
    const after = changed.get(playId(play));
    if (after === null) remove.push(corePlays.key(play));
    else if (after !== undefined) upsert.push(playedAs(play, after));
  }
  return upsert.length + remove.length === 0 ? [] : [{ port: corePlays.id, kind: 'patch', upsert, remove }];
}

/** What proved more of it is forgotten. */
function playedAs({ quarters: _, proof: __, ...play }: Play, { playedSeconds = 0, quarters }: Playback): Play {
  return { ...play, playedMs: playedSeconds * 1000, ...(quarters === undefined ? {} : { quarters }) };
}

/** What nobody watches: twice its runtime and more. */
export const isSuspect = ({ playedSeconds = 0, runtimeSeconds = 0 }: Playback): boolean =>
  runtimeSeconds > 0 && playedSeconds >= 2 * runtimeSeconds;

/** As long as its title is: what came first is kept. */
export function corrected(play: Playback): Playback {
  const { runtimeSeconds, playedSeconds = 0, quarters } = play;
  if (runtimeSeconds === undefined || playedSeconds <= runtimeSeconds) return play;
  let left = runtimeSeconds;
  const kept = (quarters ?? []).flatMap(({ at, seconds }) => {
    const share = Math.min(left, seconds);
    left -= share;
    return share === 0 ? [] : [{ at, seconds: share }];
  });
  return { ...play, playedSeconds: runtimeSeconds, ...(quarters === undefined ? {} : { quarters: kept }) };
}
