/** Fills the gaps in the history from what a media server's own log tells of them. */
import { mediaGaps, mediaPlayback, opsOutages } from '@sidelight/plugin-api';
import type { Change } from '../cache/cache.js';
import { gapsIn, OUTAGES } from '../ops/outages.js';
import { corePlays, type Play, type Playback } from './core-plays.js';
import { type Derivation, type Past, rememberChange } from './derivation.js';
import { type Filled, fillGaps, type Known, type Told } from './gaps.js';
import { coreIgnored } from './ignored.js';
import { playId } from './recorder.js';

/** Of the users that the log names: more than they play in a month. */
const PLAYS = 5000;

export const gapDerivation: Derivation = {
  port: mediaGaps,
  memory: corePlays,
  sees: 'named',
  async derive({ batch, committed, memory, settings, past }) {
    const known = new Set(committed.map((row) => mediaGaps.key(row as Told)));
    // What was decided before is not looked at again: a play that was removed since stays away.
    const told = batch.changes.flatMap(toldBy).filter((play) => !known.has(mediaGaps.key(play)));
    if (told.length === 0) return batch.changes;
    const gaps = gapsIn(await past.rows(opsOutages, undefined, OUTAGES), new Date(batch.at));
    const plays = memory as readonly Play[];
    const recorded = await recordedOf(told, plays, past);
    const { filled, undecided } = fillGaps(told, recorded, gaps, settings.history);
    return [
      ...batch.changes.map((change) => without(change, undecided)),
      ...rowsOf(filled),
      ...rememberChange(corePlays, memory, plays.map(grownBy(filled))),
    ];
  },
};

const toldBy = (change: Change): readonly Told[] =>
  change.port === mediaGaps.id && change.kind === 'append' ? (change.items as readonly Told[]) : [];

const without = (change: Change, undecided: readonly object[]): Change =>
  change.port === mediaGaps.id && change.kind === 'append'
    ? { ...change, items: change.items.filter((item) => !undecided.includes(item)) }
    : change;

const rowsOf = (filled: readonly Filled[]): readonly Change[] =>
  filled.length === 0 ? [] : [{ port: mediaPlayback.id, kind: 'append', items: filled.map(({ row }) => row) }];

async function recordedOf(told: readonly Told[], memory: readonly Play[], past: Past): Promise<readonly Known[]> {
  const userId = [...new Set(told.flatMap((play) => play.userId ?? []))];
  if (userId.length === 0) return [];
  const rows = [
    ...(await past.rows(mediaPlayback, { userId }, PLAYS)),
    ...(await past.rows(coreIgnored, { userId }, PLAYS)),
  ] as readonly Playback[];
  const going = new Map(memory.map((play) => [playId(play), play.polledAt ?? play.playedAt]));
  return rows.map((row) => {
    const from = Date.parse(row.startedAt);
    // Where nothing tells the end.
    const last = from + (row.playedSeconds ?? 0) * 1000;
    return { row, from, to: Date.parse(row.endedAt ?? going.get(row.id) ?? '') || last };
  });
}

/** The recorder goes on from what was added, should the play go on or be resumed. */
const grownBy = (filled: readonly Filled[]) => {
  const byId = new Map(filled.map((one) => [one.row.id, one]));
  return (play: Play): Play => {
    const more = byId.get(playId(play));
    if (more === undefined) return play;
    const { addedMs, until, row } = more;
    const { proof, polledAt, state, heard, ...rest } = play;
    const paid = {
      ...rest,
      ...(row.startedAt === play.startedAt ? {} : { startedAt: row.startedAt, rowId: row.id }),
      playedMs: play.playedMs + addedMs,
      ...(row.quarters === undefined ? {} : { quarters: row.quarters }),
    };
    // What ended in the gap has ended, whether or not a poll has seen that by now.
    if (until !== null) return { ...paid, playedAt: new Date(until).toISOString() };
    return {
      ...paid,
      ...(proof === undefined ? {} : { proof: { ...proof, playedMs: proof.playedMs + addedMs } }),
      ...(polledAt === undefined ? {} : { polledAt }),
      ...(state === undefined ? {} : { state }),
      ...(heard === undefined ? {} : { heard }),
    };
  };
};
