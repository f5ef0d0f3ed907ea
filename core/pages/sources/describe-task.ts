/** One sync task in words. Pure. */
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
}

export function describeTask({ id, every, nextAt, running, job }: TaskFacts, clock: Clockwork, hide: Hide): TaskView {
  return {
    id,
    every,
    ran: job.ranAt === undefined ? null : pastMoment(job.ranAt, clock),
    next: nextAt === null ? null : comingMoment(nextAt, clock),
    running,
    tone: job.result === 'failed' ? 'bad' : job.ranAt === undefined ? 'idle' : 'ok',
    result: job.result === 'failed' ? hide(job.message ?? 'failed') : wellText(job.ranAt, job.durationMs),
  };
}

type Hide = (text: string) => string;

function wellText(ranAt: string | undefined, durationMs: number | undefined): string {
  if (ranAt === undefined) return 'has not run yet';
  return durationMs === undefined ? 'ok' : `ok, took ${durationText(durationMs)}`;
}

const durationText = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);
