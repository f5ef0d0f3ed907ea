/** A report in words, for the command and the page. Pure. */
import type { Report } from './report.js';
import type { Reason } from './told.js';

/** "7 rows …" */
const REASONS: Readonly<Record<Reason, string>> = {
  there: 'were imported before',
  near: 'already exist: same user and title, begun at the same time',
  repeated: 'are in the file more than once',
  short: 'were played for less than history.minPlaySeconds in the config',
  unplayed: 'have no length, or an impossible one',
  inferred: 'were not watched: the program derived them from a “played” mark',
  timeless: 'have no readable time',
};

export const counted = (n: number, one: string, more = `${one}s`): string =>
  `${n.toLocaleString('en-GB')} ${n === 1 ? one : more}`;

const day = (iso: string): string => iso.slice(0, 10);

/** "from 2026-09-25 to 2026-11-22" */
export const spanOf = ({ from, to }: Report): string =>
  from === null || to === null ? '' : day(from) === day(to) ? `on ${day(from)}` : `from ${day(from)} to ${day(to)}`;

export function hoursOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return hours === 0 ? `${minutes} min` : `${hours.toLocaleString('en-GB')} h ${minutes} min`;
}

export interface SkippedText {
  readonly count: number;
  readonly why: string;
  readonly examples: readonly string[];
}

/** The most frequent reason first. */
export const skippedTexts = ({ skipped }: Report): readonly SkippedText[] =>
  [...skipped]
    .sort((a, b) => b.count - a.count)
    .map(({ reason, count, examples }) => ({ count, why: REASONS[reason], examples }));

/** Sentences about what was added, beside how many. */
export function remarksOf({ approximate, ignored, isDry }: Report): readonly string[] {
  const will = isDry ? 'will be' : 'are';
  return [
    ...(approximate === 0
      ? []
      : [`${counted(approximate, 'play')} ${will} marked approximate: the program did not record the exact start`]),
    ...(ignored === 0 ? [] : [`${counted(ignored, 'play')} ${will} hidden because of history.ignore in the config`]),
  ];
}

/** Everything, line by line. */
export function reportLines(report: Report, source: string): readonly string[] {
  const { rows, added, seconds, isDry, isStopped, users, titles } = report;
  const played = added === 0 ? '' : `, ${hoursOf(seconds)} watched, ${spanOf(report)}`;
  const verb = isDry ? 'would be added' : 'added';
  return [
    `${counted(rows, 'row')} read, ${counted(added, 'play')} ${verb}${played}`,
    ...remarksOf(report),
    ...skippedTexts(report).flatMap(({ count, why, examples }) => [
      `${counted(count, 'row')} skipped: they ${why}`,
      ...examples.map((example) => `    ${example}`),
      ...(count > examples.length ? ['    …'] : []),
    ]),
    ...users.map(({ name, as, plays }) =>
      as === null
        ? `${name}: ${counted(plays, 'play')}; no such user on ${source}, so the name stays unchanged`
        : `${name}: ${counted(plays, 'play')}${as === name ? '' : `, as ${as}`}`,
    ),
    ...(titles.count === 0 ? [] : [`${counted(titles.count, 'title')}, ${titles.present} of them on ${source} now`]),
    ...(isStopped ? ['Stopped before the end: run it again to continue'] : []),
    ...(isDry ? ['Nothing was written: run it without --dry-run to import'] : []),
  ];
}
