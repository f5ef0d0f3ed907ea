/** Jobs that an upstream runs by itself. Pure. */
import { ago, type mediaJobs, type serviceJobs } from '@sidelight/plugin-api';
import { int, jobResult, jobState, NO_LABEL, nullable, time } from './fields.js';
import type { RowOf } from './rows.js';
import { jobTone, tone } from './tones.js';

type Job = RowOf<typeof mediaJobs> | RowOf<typeof serviceJobs>;

export const jobFields = {
  state: jobState(),
  result: jobResult(),
  progress: nullable(int('0 to 100, while running')),
  lastAt: nullable(time()),
  nextAt: nullable(time()),
  durationMs: nullable(int('Of the last run')),
  tone: tone(),
};

export const isBusy = (job: Job): boolean => job.state === 'running';

export const hasFailed = (job: Job): boolean => job.result === 'failed';

const RESTING: ReadonlySet<string | undefined> = new Set(['idle', 'unknown', undefined]);

/** Failed ones, then those under way. */
export const jobRank = (job: Job): number => (hasFailed(job) ? 0 : RESTING.has(job.state) ? 2 : 1);

export const jobFacts = (job: Job, now: Date) => ({
  state: job.state ?? 'unknown',
  result: job.result ?? 'unknown',
  progress: job.progress ?? null,
  lastAt: job.lastAt ?? null,
  nextAt: job.nextAt ?? null,
  durationMs: job.durationMs ?? null,
  tone: jobTone((RESTING.has(job.state) ? job.result : job.state) ?? ''),
  label: labelOf(job, now),
});

function labelOf({ state, result = 'unknown', progress, lastAt }: Job, now: Date): string {
  if (state === 'running' && progress !== undefined) return `${progress} %`;
  if (state !== undefined && !RESTING.has(state)) return state;
  if (result === 'completed' || result === 'unknown') return lastAt === undefined ? NO_LABEL : ago(lastAt, now);
  return result;
}
