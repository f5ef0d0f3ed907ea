/** The server's scheduled tasks. Pure. */
import { type ItemIn, type mediaJobs, nextRun } from '@sidelight/plugin-api';
import { isoTime, seconds } from './times.js';
import type * as up from './upstream.js';

const STATES = { Idle: 'idle', Running: 'running', Cancelling: 'cancelling' } as const;
const RESULTS = { Completed: 'completed', Failed: 'failed', Cancelled: 'cancelled', Aborted: 'aborted' } as const;

/** What runs more often is a helper of a plugin, and its success no news. */
const OFTEN_TICKS = 600 * 10_000_000;

const isNoise = (job: up.Job): boolean =>
  job.IsHidden === true ||
  (job.Triggers ?? []).some(({ IntervalTicks }) => typeof IntervalTicks === 'number' && IntervalTicks < OFTEN_TICKS);

/** Of Sanidhya30's newsletter plugin: it looks for new titles every 30 s, and its failures are no news either. */
const SCRAPER = '57929e42892db01a5ead9f15cbf78816';

const hasFailed = (job: up.Job): boolean => job.LastExecutionResult?.Status === 'Failed';

/** A scan of everything leaves each library "Idle" for nearly all of its time: only its task tells. */
export const isScanning = (jobs: readonly up.Job[]): boolean =>
  jobs.some((job) => job.Key === 'RefreshLibrary' && job.State !== 'Idle');

/** @param zone of the server, whose tasks go by its own clock: taken to be Sidelight's */
export const jobsOf = (jobs: readonly up.Job[], now: Date, zone: string): readonly ItemIn<typeof mediaJobs>[] =>
  jobs
    .filter((job) => job.Id !== SCRAPER && (!isNoise(job) || hasFailed(job)))
    .map((job) => ({
      id: job.Id,
      name: job.Name ?? job.Id,
      state: STATES[job.State as keyof typeof STATES] ?? 'unknown',
      result: resultOf(job),
      progress:
        typeof job.CurrentProgressPercentage === 'number' ? Math.floor(job.CurrentProgressPercentage) : undefined,
      lastAt: isoTime(job.LastExecutionResult?.EndTimeUtc),
      nextAt: job.State === 'Idle' ? nextOf(job, now, zone)?.toISOString() : undefined,
      durationMs: durationOf(job),
    }));

/** The first of its triggers. What follows the start of the server, or an event, has no time. */
export function nextOf(job: up.Job, now: Date, zone: string): Date | undefined {
  const times = (job.Triggers ?? []).flatMap((trigger) => timeOf(trigger, job, now, zone) ?? []);
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

function timeOf(trigger: up.Trigger, job: up.Job, now: Date, zone: string): Date | undefined {
  const { Type: type, TimeOfDayTicks, IntervalTicks, DayOfWeek } = trigger;
  if (type === 'IntervalTrigger') return afterInterval(IntervalTicks, job);
  if (typeof TimeOfDayTicks !== 'number') return undefined;
  const minutes = Math.floor(seconds(TimeOfDayTicks) / 60);
  const clock = `${minutes % 60} ${Math.floor(minutes / 60) % 24}`;
  if (type === 'DailyTrigger') return nextRun(`${clock} * * *`, zone, now);
  const day = DAYS.indexOf((DayOfWeek ?? '').toLowerCase());
  return type === 'WeeklyTrigger' && day >= 0 ? nextRun(`${clock} * * ${day}`, zone, now) : undefined;
}

/** Of one that was never run only the server knows when it began to wait. */
function afterInterval(ticks: number | null | undefined, job: up.Job): Date | undefined {
  const ended = isoTime(job.LastExecutionResult?.EndTimeUtc);
  if (typeof ticks !== 'number' || ended === undefined) return undefined;
  return new Date(Date.parse(ended) + seconds(ticks) * 1000);
}

/** One that was never run has no result at all. */
function resultOf({ LastExecutionResult: last }: up.Job) {
  if (last === undefined || last === null) return 'never';
  return RESULTS[last.Status as keyof typeof RESULTS] ?? 'unknown';
}

function durationOf({ LastExecutionResult: last }: up.Job): number | undefined {
  const [began, ended] = [isoTime(last?.StartTimeUtc), isoTime(last?.EndTimeUtc)];
  return began === undefined || ended === undefined ? undefined : Math.max(0, Date.parse(ended) - Date.parse(began));
}
