/** Plays of time in which nobody looked, beside those that were recorded: what they add, and what they are. Pure. */
import { createHash } from 'node:crypto';
import type { Gap, ItemOf, mediaGaps } from '@sidelight/plugin-api';
import type { Playback } from './core-plays.js';
import { addPlayed } from './quarters.js';
import type { HistorySettings } from './recorder.js';

export type Told = ItemOf<typeof mediaGaps>;

/** Epoch milliseconds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A play that is on record, and when it was seen. */
export interface Known extends Span {
  readonly row: Playback;
}

/** A play as it is from now on. */
export interface Filled {
  readonly row: Playback;
  readonly addedMs: number;
  /** Its end, where what was added came after it. */
  readonly until: number | null;
}

export interface Filling {
  readonly filled: readonly Filled[];
  /** Nothing can be said of these yet: they go on, and were not recorded so far. */
  readonly undecided: readonly Told[];
}

/** Less is how late polls see what begins and ends. */
const LEAST_MS = 1000;
/** A play that goes on through the end of a gap is seen so soon. */
const SOON_MS = 5 * 60_000;

/**
 * What was recorded of a play is paid: only what nobody saw of it, in gaps, is added. Coming back within the resume window goes
 * on with the same play while its runtime allows it.
 */
export function fillGaps(
  told: readonly Told[],
  recorded: readonly Known[],
  gaps: readonly Gap[],
  settings: HistorySettings,
): Filling {
  const spans = gaps.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
  const book = new Map(recorded.map((known) => [known.row.id, known]));
  const filled = new Map<string, Filled>();
  const undecided: Told[] = [];

  const least = Math.max(LEAST_MS, settings.minPlaySeconds * 1000);
  const put = (row: Playback, span: Span, addedMs: number): void => {
    book.set(row.id, { ...span, row });
    filled.set(row.id, { row, addedMs, until: null });
  };
  const begin = (play: Told, span: Span): void => {
    const ms = Math.min(leftOf(play, []), sumOf(overlapOf(spans, span)));
    if (ms >= least) put(rowOf(play, ms), span, ms);
  };
  /** How long a play was whose title has no runtime nobody knows: it counts as one. */
  const take = (play: Told): void => {
    const span = spanOf(play);
    const ms = play.runtimeSeconds === undefined ? undefined : Math.min(leftOf(play, []), span.to - span.from);
    if (ms === undefined || ms >= least) put({ ...rowOf(play, ms), origin: 'native' }, span, ms ?? 0);
  };
  const grow = (id: string, span: Span): void => {
    const known = book.get(id);
    if (known === undefined) return;
    const isAfter = span.from >= known.to;
    const row = grown(known.row, span, isAfter);
    const { addedMs = 0, until = null } = filled.get(id) ?? {};
    book.set(id, { row, from: Math.min(known.from, span.from), to: Math.max(known.to, span.to) });
    filled.set(id, { row, addedMs: addedMs + span.to - span.from, until: isAfter ? span.to : until });
  };

  for (const play of told.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))) {
    const from = Date.parse(play.startedAt);
    const same = [...book.values()].filter(({ row }) => row.itemId === play.itemId && row.userId === play.userId);
    if (play.native === true) {
      if (!same.some((known) => isAround(play, known))) take(play);
      continue;
    }
    const to = play.endedAt === undefined ? goesOnUntil(from, same, spans) : Date.parse(play.endedAt);
    if (to === null) {
      undecided.push(play);
      continue;
    }
    const span = { from, to };
    const met = same.filter((known) => known.from < to && known.to > from).sort((a, b) => a.from - b.from);
    const seen = met.length > 0 ? met : same.filter((known) => isResumed(known, span, settings)).slice(-1);
    if (seen.length === 0) begin(play, span);
    let left = leftOf(play, seen);
    for (const piece of seen.length === 0 ? [] : overlapOf(spans, ...unseen(span, seen))) {
      const ms = Math.min(left, piece.to - piece.from);
      const owner = seen.findLast((known) => known.from <= piece.from) ?? seen[0];
      left -= ms;
      if (ms >= LEAST_MS && owner !== undefined) grow(owner.row.id, { from: piece.from, to: piece.from + ms });
    }
  }
  return { filled: [...filled.values()], undecided };
}

const spanOf = ({ startedAt, endedAt = startedAt }: Told): Span => ({
  from: Date.parse(startedAt),
  to: Date.parse(endedAt),
});

/** What the server counts by itself has no exact times: a play that is known so near is the same one. */
function isAround(play: Told, known: Span): boolean {
  const { from, to } = spanOf(play);
  return known.from < to + SOON_MS && known.to + SOON_MS > from;
}

/** Of a play whose end was not told: it has gone on through a gap if it was seen soon after; null: it was not. */
function goesOnUntil(from: number, same: readonly Known[], gaps: readonly Span[]): number | null {
  const gap = gaps.find(({ to }) => to > from);
  const after = gap === undefined ? [] : same.filter((known) => known.to > gap.to && known.from < gap.to + SOON_MS);
  return after.length === 0 ? null : Math.max(...after.map(({ to }) => to));
}

function isResumed({ row, to: end }: Known, { from, to }: Span, settings: HistorySettings): boolean {
  const { runtimeSeconds, playedSeconds = 0 } = row;
  const isSoon = from >= end && from - end <= settings.resumeMinutes * 60_000;
  return isSoon && runtimeSeconds !== undefined && playedSeconds * 1000 + (to - from) <= runtimeSeconds * 1000;
}

/** Nobody tells when it was paused: more than its runtime it was not played. */
const leftOf = ({ runtimeSeconds }: Told, seen: readonly Known[]): number =>
  runtimeSeconds === undefined
    ? Infinity
    : Math.max(0, runtimeSeconds - seen.reduce((sum, { row }) => sum + (row.playedSeconds ?? 0), 0)) * 1000;

/** @param seen in their order */
function unseen({ from, to }: Span, seen: readonly Span[]): readonly Span[] {
  const free: Span[] = [];
  let at = from;
  for (const one of seen) {
    if (one.from > at) free.push({ from: at, to: Math.min(one.from, to) });
    at = Math.max(at, one.to);
  }
  return at < to ? [...free, { from: at, to }] : free;
}

const overlapOf = (gaps: readonly Span[], ...spans: readonly Span[]): readonly Span[] =>
  spans.flatMap(({ from, to }) =>
    gaps
      .map((gap) => ({ from: Math.max(from, gap.from), to: Math.min(to, gap.to) }))
      .filter((span) => span.from < span.to),
  );

const sumOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);

function rowOf({ endedAt, native: _, ...play }: Told, playedMs: number | undefined): Playback {
  const id = createHash('sha256').update(`gap ${play.id}`).digest('base64url').slice(0, 22);
  const ended = endedAt === undefined ? {} : { endedAt };
  const played = playedMs === undefined ? {} : { playedSeconds: Math.floor(playedMs / 1000) };
  return { ...play, ...ended, id, ...played, origin: 'gap', approximate: true };
}

function grown(row: Playback, { from, to }: Span, isAfter: boolean): Playback {
  const { playedSeconds = 0, startedAt } = row;
  const seconds = Math.floor((to - from) / 1000);
  const start = Date.parse(startedAt);
  const quarters =
    row.quarters ?? addPlayed([], new Date(start), new Date(start + playedSeconds * 1000), playedSeconds);
  return {
    ...row,
    ...(isAfter ? { endedAt: new Date(to).toISOString() } : {}),
    ...(from < start ? { startedAt: new Date(from).toISOString() } : {}),
    playedSeconds: playedSeconds + seconds,
    quarters: [...addPlayed(quarters, new Date(from), new Date(to), seconds)],
    approximate: true,
  };
}
