import { defineWidget, listOf, live, mediaJobs, newestFirst, span } from '@sidelight/plugin-api';
import { flag, int, object, okFacts, okStatus, text } from './shared/fields.js';
import { until } from './shared/labels.js';
import { byRank, globalId } from './shared/rows.js';
import { isBusy, jobFacts, jobFields, jobRank } from './shared/scheduled.js';

const nextRun = (when: string): string => (when === 'due' ? when : `next ${when}`);

export const widget = defineWidget({
  id: 'mediaserver-jobs',
  summary: 'The media server’s scheduled tasks: failed, running, then newest',
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
      ...jobFields,
      next: text('"next in 3 h", "due", or empty if its next run is unknown'),
      duration: text('Formatted durationMs: "took 4 min", or nothing'),
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
    list: {
      items: 'items',
      name: 'name',
      details: ['next', 'duration'],
      progress: 'progress',
      tone: 'tone',
      at: 'lastAt',
    },
  },
  render: ({ jobs }, { now, limit }) => {
    const failed = jobs.items.filter((job) => job.result === 'failed').length;
    return {
      jobs: jobs.items.length,
      running: jobs.items.filter(isBusy).length,
      failed,
      ...okFacts(failed === 0),
      items: jobs.items
        .toSorted(newestFirst((job) => job.lastAt))
        .toSorted(byRank(jobRank))
        .slice(0, limit)
        .map((job) => ({
          id: globalId(job.source, job.id),
          name: job.name,
          ...jobFacts(job, now),
          next: job.nextAt === undefined ? '' : nextRun(until(job.nextAt, now)),
          duration: job.durationMs === undefined ? '' : `took ${span(job.durationMs / 1000)}`,
        })),
    };
  },
});
