/** One sync task in words. Pure. */
import type { Progress } from '@sidelight/plugin-api';
import { type Clockwork, comingMoment, type Moment, pastMoment } from '../moment.js';
import type { TaskFacts } from './book.js';
import type { Tone } from './source-state.js';

export interface TaskView {
  readonly id: string;
  readonly every: string;
  readonly ran: Moment | null;
  readonly next: Moment | null;
  readonly running: boolean;
  readonly tone: Tone;
  /** "ok, took 1.2 s", or why it failed. */
  readonly result: string;
  /** "1,200 of 4,000 so far, of Films"; '' where nothing is told. */
  readonly progress: string;
}

export function describeTask(
  { id, every, nextAt, running, progress, job }: TaskFacts,
  clock: Clockwork,
  hide: Hide,
): TaskView {
  return {
    id,
    every,
    ran: job.ranAt === undefined ? null : pastMoment(job.ranAt, clock),
    next: nextAt === null ? null : comingMoment(nextAt, clock),
    running,
    progress: progress === null ? '' : progressText(progress, clock),
    tone: job.result === 'failed' ? 'bad' : job.ranAt === undefined ? 'idle' : 'ok',
    result: job.result === 'failed' ? hide(job.message ?? 'failed') : wellText(job.ranAt, job.durationMs),
  };
}

function progressText({ done, of, what }: Progress, { locale }: Clockwork): string {
  const number = new Intl.NumberFormat(locale ?? 'en-GB');
  const total = of === undefined ? '' : ` of ${number.format(of)}`;
  return `${number.format(done)}${total} so far${what === undefined ? '' : `, of ${what}`}`;
}

type Hide = (text: string) => string;

function wellText(ranAt: string | undefined, durationMs: number | undefined): string {
  if (ranAt === undefined) return 'has not run yet';
  return durationMs === undefined ? 'ok' : `ok, took ${durationText(durationMs)}`;
}

const durationText = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);
