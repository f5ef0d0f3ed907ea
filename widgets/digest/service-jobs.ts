import { cached, defineDigestRule, serviceJobs } from '@sidelight/plugin-api';
import { hasFailed } from '../shared/scheduled.js';

export const rule = defineDigestRule({
  id: 'service-jobs',
  reads: { jobs: cached(serviceJobs) },
  evaluate: ({ jobs }) =>
    jobs.items.filter(hasFailed).map((job) => ({
      type: 'service-job',
      severity: 'warn' as const,
      text: `The task ${job.name} of ${job.source} failed`,
      source: job.source,
      about: job.id,
    })),
});
