import {
  ago,
  cached,
  defineWidget,
  listOf,
  newestFirst,
  opsJobs,
  optional,
  serviceJobs,
  UNKNOWN,
} from '@sidelight/plugin-api';
import { entityId, flag, int, nullable, object, okFacts, okStatus, oneOf, text, time } from './shared/fields.js';
import { jobName } from './shared/jobs.js';
import { byRank, globalId } from './shared/rows.js';
import { hasFailed, jobFacts, jobFields, jobRank } from './shared/scheduled.js';
import { jobTone, tone } from './shared/tones.js';

const RANK = { failed: 0, running: 1, ok: 2, never: 3 } as const;

export const widget = defineWidget({
  id: 'jobs',
  summary: 'The latest run of each of Sidelight’s tasks and of the services’ own tasks: failed, running, then newest',
  reads: { jobs: cached(opsJobs), services: optional(cached(serviceJobs)) },
  response: object({
    jobs: int(),
    running: int(),
    failed: int(),
    failedText: text('Formatted for dashboards; unknown before the first run'),
    ok: flag(),
    status: okStatus(),
    items: listOf({
      name: text('<integration>: <task>'),
      result: oneOf('ok', 'failed', 'running', 'never'),
      durationMs: nullable(int()),
      ranAt: nullable(time()),
      nextAt: nullable(time()),
      tone: tone(),
    }),
    serviceJobs: int('Tasks of the connected services'),
    serviceFailed: int('Of those: failed in the last run'),
    services: listOf({ id: entityId('job'), name: text(), service: text('The integration'), ...jobFields }),
  }),
  tile: {
    title: 'Jobs',
    group: 'ops',
    icon: 'mdi-cog-sync-outline',
    for: 'admin',
    stats: [
      { field: 'jobs', label: 'Jobs', format: 'number' },
      { field: 'running', label: 'Running', format: 'number' },
      { field: 'failed', label: 'Failed', format: 'number' },
    ],
    list: { items: 'items', name: 'name', tone: 'tone', at: 'ranAt' },
  },
  render: ({ jobs, services }, { now, limit }) => {
    const failed = jobs.items.filter((job) => job.result === 'failed').length;
    return {
      jobs: jobs.items.length,
      running: jobs.items.filter((job) => job.result === 'running').length,
      failed,
      failedText: jobs.items.every((job) => job.result === 'never') ? UNKNOWN : String(failed),
      ...okFacts(failed === 0),
      items: jobs.items
        .toSorted(newestFirst((job) => job.ranAt))
        .toSorted(byRank((job) => RANK[job.result]))
        .slice(0, limit)
        .map((job) => ({
          name: jobName(job),
          result: job.result,
          durationMs: job.durationMs ?? null,
          ranAt: job.ranAt ?? null,
          nextAt: job.nextAt ?? null,
          tone: jobTone(job.result),
          label: job.result === 'ok' ? ago(job.ranAt, now) : job.result,
        })),
      serviceJobs: services.items.length,
      serviceFailed: services.items.filter(hasFailed).length,
      services: services.items
        .toSorted(newestFirst((job) => job.lastAt))
        .toSorted(byRank(jobRank))
        .slice(0, limit)
        .map((job) => ({
          id: globalId(job.source, job.id),
          name: job.name,
          service: job.source,
          ...jobFacts(job, now),
        })),
    };
  },
});
