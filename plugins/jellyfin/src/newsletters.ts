/**
 * Newsletters that a plugin of Jellyfin sends, as its scheduled tasks tell of them. Such a task is told by its id, which is made
 * of the name of its class and is the same on every server: its key is shared with others, its name is translated.
 */
import type * as up from '@sidelight/mediabrowser';
import { isoTime, jobsOf, nextOf, seconds } from '@sidelight/mediabrowser';
import { type ItemIn, mediaJobs, newsletterCampaigns, type SyncTask } from '@sidelight/plugin-api';

type Row = ItemIn<typeof newsletterCampaigns>;

/** Of Cloud9Developer's plugin, and of Sanidhya30's. */
const SENDERS: ReadonlySet<string> = new Set(['973e4127b1f324ba5294a6c747de1449', 'bc25d2ad485b2996a17be4426156898a']);

/** The scheduled tasks, and the newsletters among them: one answer tells of both. */
export const jobsTask = (client: Pick<up.Client, 'jobs'>, clock: { now(): Date }, zone: string): SyncTask => ({
  id: mediaJobs.id,
  every: '5m',
  fills: [mediaJobs, newsletterCampaigns],
  async run(out, signal) {
    const jobs = await client.jobs(signal);
    const now = clock.now();
    out.replace(mediaJobs, jobsOf(jobs, now, zone));
    out.replace(newsletterCampaigns, campaignsOf(jobs, now, zone));
  },
});

const campaignsOf = (jobs: readonly up.Job[], now: Date, zone: string): readonly Row[] =>
  jobs
    .filter(({ Id }) => SENDERS.has(Id))
    .map((job) => {
      const [trigger] = job.Triggers ?? [];
      return {
        id: job.Id,
        name: job.Name ?? 'Newsletter',
        enabled: trigger !== undefined,
        frequency: trigger === undefined ? '' : frequencyOf(trigger),
        ...lastOf(job),
        nextAt: job.State === 'Idle' ? nextOf(job, now, zone)?.toISOString() : undefined,
      };
    });

/** Both swallow what the mail server says: a task that has completed may have sent nothing. */
function lastOf({ State, LastExecutionResult: last }: up.Job): Partial<Row> {
  const lastAt = isoTime(last?.EndTimeUtc);
  if (State === 'Running') return { lastAt, lastResult: 'sending', lastKind: 'unknown' };
  if (lastAt === undefined) return {};
  return { lastAt, lastResult: last?.Status === 'Failed' ? 'failed' : 'unknown', lastKind: 'unknown' };
}

const EVERY: Readonly<Record<string, string>> = { DailyTrigger: 'every day', WeeklyTrigger: 'every week' };
const HOURS = 3600;

function frequencyOf({ Type: type, IntervalTicks: ticks }: up.Trigger): string {
  if (type !== 'IntervalTrigger' || typeof ticks !== 'number') return EVERY[type ?? ''] ?? '';
  const hours = Math.round(seconds(ticks) / HOURS);
  return hours >= 24 && hours % 24 === 0 ? `every ${hours / 24} d` : `every ${hours} h`;
}
