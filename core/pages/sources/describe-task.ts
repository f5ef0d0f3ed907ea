/** One sync task in words. Pure. */
import type { Every } from '@sidelight/plugin-api';
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

const UNITS: Readonly<Record<string, string>> = { s: 's', m: 'min', h: 'h' };
const SIZES: readonly (readonly [ms: number, unit: string])[] = [
  [3_600_000, 'h'],
  [60_000, 'min'],
];

/**
 * "every 5 min", or "at 0 4 * * * (cron)".
 * @param everyMs the interval that holds now, where it is known
 */
export function everyText(every: Every | string, everyMs: number | null): string {
  if (everyMs !== null) return `every ${inUnits(everyMs)}`;
  if (typeof every === 'object') return `at ${every.cron} (cron)`;
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smh])$/.exec(every.trim()) ?? [];
  return amount === undefined ? `at ${every.trim()} (cron)` : `every ${amount} ${UNITS[unit]}`;
}

function inUnits(ms: number): string {
  const [size, unit] = SIZES.find(([one]) => ms >= one && ms % one === 0) ?? [1000, 's'];
  return `${ms / size} ${unit}`;
}
