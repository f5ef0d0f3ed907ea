/** An import as its template takes it. Pure. */
import type { Job } from '../../imports/import-jobs.js';
import type { Report } from '../../imports/report.js';
import { counted, hoursOf, remarksOf, type SkippedText, skippedTexts, spanOf } from '../../imports/report-text.js';

export interface JobView {
  readonly file: string;
  readonly program: string;
  readonly source: string;
  readonly isRunning: boolean;
  /** Somebody has to say whether to import. */
  readonly isAsking: boolean;
  readonly title: string;
  readonly progress: { readonly percent: number; readonly text: string };
  readonly error: string | null;
  readonly report: ReportView | null;
}

interface ReportView {
  readonly facts: readonly (readonly [name: string, text: string])[];
  readonly remarks: readonly string[];
  readonly skipped: readonly SkippedText[];
  readonly users: Report['users'];
  readonly isEmpty: boolean;
}

const TITLES: Readonly<Record<Job['stage'], string>> = {
  looking: 'Reading the file',
  looked: 'Preview',
  importing: 'Importing',
  done: 'Imported',
  failed: 'The import failed',
};

export function jobView({ stage, name, order, progress, error, report }: Job, program: string): JobView {
  const isStopped = stage === 'done' && report?.isStopped === true;
  return {
    ...{ file: name, program, source: order.source, error },
    isRunning: stage === 'looking' || stage === 'importing',
    isAsking: stage === 'looked',
    title: isStopped ? 'Stopped' : TITLES[stage],
    progress: {
      percent: Math.floor(progress.done * 100),
      text: `${Math.floor(progress.done * 100)} %: ${counted(progress.rows, 'row')} read, ${counted(progress.added, 'play')} ${stage === 'looking' ? 'new' : 'added'}`,
    },
    report: report === null || stage === 'importing' || stage === 'failed' ? null : reportView(report, order.source),
  };
}

function reportView(report: Report, source: string): ReportView {
  const { rows, added, seconds, isDry, titles } = report;
  const nothing = rows - added;
  return {
    isEmpty: added === 0,
    facts: [
      ['Rows in the file', rows.toLocaleString('en-GB')],
      [isDry ? 'New plays' : 'Plays added', added.toLocaleString('en-GB')],
      ['Rows skipped', nothing.toLocaleString('en-GB')],
      ...(added === 0
        ? []
        : ([
            ['Watched', hoursOf(seconds)],
            ['When', spanOf(report)],
            ['Titles', `${titles.count.toLocaleString('en-GB')}, ${titles.present} of them on ${source} now`],
          ] as const)),
    ],
    remarks: remarksOf(report),
    skipped: skippedTexts(report),
    users: report.users,
  };
}
