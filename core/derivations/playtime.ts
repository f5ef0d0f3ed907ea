/** The one account of time: the rows that a play adds to `media.playtime`, and how they follow it. */
import { type ItemOf, mediaPlayback, mediaPlaytime, mediaSessions, mediaStreams } from '@sidelight/plugin-api';
import type { Change } from '../cache/cache.js';
import type { Playback, Session } from './core-plays.js';
import { type Derivation, stateAfter } from './derivation.js';
import { addPlayed, quarterOf } from './quarters.js';
import { workOf } from './work.js';

export type Playtime = ItemOf<typeof mediaPlaytime>;

/** A play that claims more has most of it in its last quarter: no upstream's mistake fills the account. */
const LONGEST_MS = 7 * 86_400_000;
/** Bytes of each text of `subjectId`: a value that can be grouped by has no more than 500. */
const ROOM = [160, 130, 100, 80] as const;
/** Unit separator: no title holds one. */
const BETWEEN = '\u001f';

/** What one play adds. The same play always gives the same rows. */
export function playtimeOf(play: Playback): readonly Playtime[] {
  const start = new Date(play.startedAt);
  if (Number.isNaN(start.getTime())) return [];
  const begin = quarterOf(start);
  const quarters = play.quarters ?? addPlayed([], start, endOf(play, start), play.playedSeconds ?? 0);
  const seconds = new Map<string, number>([[begin, 0]]);
  for (const quarter of quarters) {
    const at = quarterOf(new Date(quarter.at));
    if (quarter.seconds > 0) seconds.set(at, (seconds.get(at) ?? 0) + quarter.seconds);
  }
  const told = describe(play);
  return [...seconds].map(([at, sum]) => ({ ...told, at, seconds: sum, begun: at === begin ? 1 : 0 }));
}

/** Where nobody tells when it was paused it was not, unless there is not time enough until its end. */
function endOf({ endedAt, playedSeconds = 0 }: Playback, start: Date): Date {
  const unpaused = Math.min(playedSeconds * 1000, LONGEST_MS);
  const lasted = endedAt === undefined ? Number.NaN : Date.parse(endedAt) - start.getTime();
  return new Date(start.getTime() + (lasted > 0 && lasted < unpaused ? lasted : unpaused));
}

function describe(play: Playback) {
  const { id, kind = 'other', method = 'unknown', libraryId, client, viewer, title } = play;
  const accountId = play.userId || (viewer ? `name:${viewer}` : undefined);
  const work = play.work ?? workOf(play);
  return {
    playId: id,
    kind,
    method,
    ...(libraryId === undefined ? {} : { libraryId }),
    ...(client === undefined ? {} : { client }),
    ...(accountId === undefined ? {} : { accountId }),
    ...(viewer === undefined ? {} : { viewer }),
    work,
    title,
    subjectId: [work, title, accountId ?? '', viewer ?? ''].map((text, n) => within(ROOM[n] ?? 0, text)).join(BETWEEN),
  };
}

/** The beginning of a text that takes so many bytes at the most. */
function within(room: number, text: string): string {
  const plain = text.replaceAll(BETWEEN, ' ');
  if (Buffer.byteLength(plain) <= room) return plain;
  let letters = [...plain].slice(0, room);
  while (Buffer.byteLength(letters.join('')) > room) letters = letters.slice(0, -1);
  return letters.join('');
}

const withWork = (play: object): object => ({ ...play, work: workOf(play as Playback) });

function worked(change: Change): Change {
  if (change.port !== mediaPlayback.id) return change;
  return change.kind === 'patch'
    ? { ...change, upsert: change.upsert.map(withWork) }
    : { ...change, items: change.items.map(withWork) };
}

const isReplace = ({ kind }: Change): boolean => kind === 'replace';

/** Of each play that is written, its work; of each that is written, rewritten or removed, its rows. */
export const playtimeDerivation: Derivation = {
  port: mediaPlayback,
  sees: 'named',
  fills: mediaPlaytime,
  derive({ batch, committed }) {
    const changes = batch.changes.map(worked);
    const mine = changes.filter(({ port }) => port === mediaPlayback.id);
    const before = committed as readonly Playback[];
    const after = [...stateAfter(mediaPlayback, before, mine).values()] as Playback[];
    const upsert = after.flatMap(playtimeOf);
    if (mine.some(isReplace)) {
      return [...changes, { port: mediaPlaytime.id, kind: 'replace', items: upsert }];
    }
    const kept = new Set(upsert.map(mediaPlaytime.key));
    const remove = before
      .flatMap(playtimeOf)
      .map(mediaPlaytime.key)
      .filter((key) => !kept.has(key));
    if (upsert.length + remove.length === 0) return changes;
    return [...changes, { port: mediaPlaytime.id, kind: 'patch', upsert, remove }];
  },
};

/** How many streams play at once, whenever a source says who plays what. */
export const streamsDerivation: Derivation = {
  port: mediaSessions,
  fills: mediaStreams,
  derive({ batch, committed }) {
    const sessions = [...stateAfter(mediaSessions, committed, batch.changes).values()] as Session[];
    const streams = sessions.filter(({ paused }) => !paused).length;
    if (streams === 0) return batch.changes;
    const at = quarterOf(new Date(batch.at));
    return [...batch.changes, { port: mediaStreams.id, kind: 'append', items: [{ at, streams }] }];
  },
};
