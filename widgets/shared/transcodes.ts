/** What transcoding services say of themselves, taken together. A number that no source tells is unknown, not 0. Pure. */
import { bytes, type transcodeCounts, UNKNOWN } from '@sidelight/plugin-api';
import { flag, int, nullable, text } from './fields.js';
import { timeLeft } from './labels.js';
import { type RowOf, sumOf } from './rows.js';

type Counts = RowOf<typeof transcodeCounts>;

export const totalFields = {
  queued: int(),
  queuedText: text('Formatted for dashboards'),
  errored: int('Failed files, or those of the last day if the service keeps no list'),
  erroredText: text('Formatted for dashboards'),
  erroredDay: nullable(int('Failed in the last 24 hours; null if unknown')),
  done: int('As counted by the services'),
  doneText: text('Formatted for dashboards'),
  savedBytes: int('Space saved by finished files; below 0: larger'),
  saved: text('Formatted savedBytes'),
  paused: flag('Every reachable service is paused'),
  pausedServices: text('The paused integrations: "attic, cellar"; empty if none'),
  queueEtaSeconds: nullable(int('Until the queue is empty; null if unknown')),
  queueEta: text('"3 h left"; empty while unknown'),
};

const grouped = new Intl.NumberFormat('en-GB');

/** undefined: no source tells. */
function totalOf(counts: readonly Counts[], value: (row: Counts) => number | undefined): number | undefined {
  const told = counts.flatMap((row) => value(row) ?? []);
  return told.length === 0 ? undefined : sumOf(told, (one) => one);
}

const numberText = (total: number | undefined): string => (total === undefined ? UNKNOWN : grouped.format(total));

const bytesText = (total: number | undefined): string =>
  total === undefined ? UNKNOWN : total < 0 ? `-${bytes(-total)}` : bytes(total);

/** Services work side by side: the last of them to end tells, if each in which something waits does. */
function etaOf(counts: readonly Counts[]): number | undefined {
  const busy = counts.filter(({ queued }) => queued !== 0);
  const told = busy.flatMap(({ etaSeconds }) => etaSeconds ?? []);
  return busy.length === 0 || told.length < busy.length ? undefined : Math.max(...told);
}

export function totalFacts(counts: readonly Counts[]) {
  const queued = totalOf(counts, (row) => row.queued);
  const errored = totalOf(counts, (row) => row.errored);
  const done = totalOf(counts, (row) => row.done);
  const saved = totalOf(counts, (row) => row.savedBytes);
  const eta = etaOf(counts);
  const paused = counts.filter((row) => row.paused === true);
  return {
    queued: queued ?? 0,
    queuedText: numberText(queued),
    errored: errored ?? 0,
    erroredText: numberText(errored),
    erroredDay: totalOf(counts, (row) => row.erroredDay) ?? null,
    done: done ?? 0,
    doneText: numberText(done),
    savedBytes: saved ?? 0,
    saved: bytesText(saved),
    paused: paused.length > 0 && paused.length === counts.length,
    pausedServices: paused.map(({ source }) => source).join(', '),
    queueEtaSeconds: eta ?? null,
    queueEta: timeLeft(eta),
  };
}
