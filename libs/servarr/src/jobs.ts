/** What a manager runs by itself. It tells when, never how it went. */
import { fill, type ItemIn, type SyncTask, serviceJobs } from '@sidelight/plugin-api';
import { isoTime } from './calendar.js';
import type { Client } from './client.js';
import type { ScheduledTasks } from './upstream.js';

export const jobsTask = (client: Pick<Client, 'scheduled'>): SyncTask =>
  fill(serviceJobs, '5m', async (signal) => jobRows(await client.scheduled(signal)));

export const jobRows = (tasks: ScheduledTasks): readonly ItemIn<typeof serviceJobs>[] =>
  tasks.map((task) => ({
    id: task.taskName,
    name: task.name,
    lastAt: known(task.lastExecution),
    nextAt: known(task.nextExecution),
    durationMs: known(task.lastStartTime) === undefined ? undefined : millisecondsOf(task.lastDuration ?? ''),
  }));

/** The year 1 stands for "never": the duration of what never began is nonsense. */
const known = (time: string | null | undefined): string | undefined =>
  !time || time.startsWith('0001-') ? undefined : isoTime(time);

/** "[days.]hours:minutes:seconds[.fraction]" */
function millisecondsOf(span: string): number | undefined {
  const [, days = '0', hours, minutes, seconds] = /^(?:(\d+)\.)?(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(span) ?? [];
  if (hours === undefined) return undefined;
  return Math.round((((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000);
}
