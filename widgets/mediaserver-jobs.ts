import { ago, defineWidget, listOf, live, mediaJobs, newestFirst } from '@sidelight/plugin-api';
import { flag, int, nullable, object, okFacts, okStatus, oneOf, text, time } from './shared/fields.js';
import { byRank, globalId, type RowOf } from './shared/rows.js';
import { jobTone, tone } from './shared/tones.js';

type Job = RowOf<typeof mediaJobs>;

const rankOf = (job: Job): number => (job.result === 'failed' ? 0 : job.state !== 'idle' ? 1 : 2);

function labelOf(job: Job, now: Date): string {
  if (job.state === 'running' && job.progress !== undefined) return `${job.progress} %`;
  if (job.state !== 'idle') return job.state;
  return job.result === 'completed' ? ago(job.lastAt, now) : job.result;
}

export const widget = defineWidget({
  id: 'mediaserver-jobs',
  summary: 'The media server’s own scheduled tasks: failed, running, then the newest',
  reads: { jobs: live(mediaJobs) },
  response: object({
    jobs: int(),
    running: int(),
    failed: int(),
    ok: flag(),
    status: okStatus(),
    items: listOf({
      id: text(),
      name: text(),
      state: oneOf('idle', 'running', 'cancelling'),
      result: oneOf('completed', 'failed', 'cancelled', 'aborted', 'never'),
      progress: nullable(int('0 to 100, while running')),
      lastAt: nullable(time()),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Media server jobs',
    group: 'ops',
    icon: 'mdi-server',
    for: 'admin',
    stats: [
      { field: 'jobs', label: 'Jobs', format: 'number' },
      { field: 'running', label: 'Running', format: 'number' },
      { field: 'failed', label: 'Failed', format: 'number' },
    ],
    list: { items: 'items', name: 'name', progress: 'progress', tone: 'tone', at: 'lastAt' },
  },
  render: ({ jobs }, { now, limit }) => {
    const failed = jobs.items.filter((job) => job.result === 'failed').length;
    return {
      jobs: jobs.items.length,
      running: jobs.items.filter((job) => job.state === 'running').length,
      failed,
      ...okFacts(failed === 0),
      items: jobs.items
        .toSorted(newestFirst((job) => job.lastAt))
        .toSorted(byRank(rankOf))
        .slice(0, limit)
        .map((job) => ({
          id: globalId(job.source, job.id),
          name: job.name,
          state: job.state,
          result: job.result,
          progress: job.progress ?? null,
          lastAt: job.lastAt ?? null,
          tone: jobTone(job.state === 'idle' ? job.result : job.state),
          label: labelOf(job, now),
        })),
    };
  },
});
