/** The latest run of a task. Pure. */
import type { ItemOf, opsJobs } from '@sidelight/plugin-api';

export type JobRow = ItemOf<typeof opsJobs>;

/** What a run takes longer than is worth telling at once. */
const LONG_MS = 10_000;

/** A run that the last process did not live to end counts as never ended; when the next one comes is not known yet. */
export function earlierJob(name: string, row: (JobRow & { readonly source: string }) | undefined): JobRow {
  if (row === undefined) return { name, result: 'never' };
  const { source: _, nextAt: __, everyMs: ___, ...job } = row;
  return job.result === 'running' ? { name, result: 'never' } : job;
}

export const isJobNews = (before: JobRow | undefined, after: JobRow): boolean =>
  before?.message !== after.message || (before?.result !== after.result && !isRoutine(before, after));

/** Begins a run after a good one, or soon ends it well: too frequent to be written at once each time. */
const isRoutine = (before: JobRow | undefined, after: JobRow): boolean =>
  (before?.result === 'ok' && after.result === 'running') ||
  (before?.result === 'running' && after.result === 'ok' && (after.durationMs ?? 0) < LONG_MS);
