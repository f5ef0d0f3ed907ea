import { cached, defineDigestRule, opsHealth, opsJobs } from '@sidelight/plugin-api';
import { isFailing, isIntegration } from '../shared/health.js';
import { jobName } from '../shared/jobs.js';
import { integrationOf } from '../shared/rows.js';

export const rule = defineDigestRule({
  id: 'jobs',
  reads: { jobs: cached(opsJobs), health: cached(opsHealth) },
  evaluate: ({ jobs, health }) => {
    // While an integration is down all its tasks fail: one sentence about it is enough.
    const down = new Set(health.items.filter((row) => isIntegration(row) && isFailing(row)).map((row) => row.source));
    return jobs.items
      .filter((job) => job.result === 'failed' && !down.has(job.source))
      .map((job) => {
        const source = integrationOf(job.source);
        return {
          type: 'job',
          severity: 'warn' as const,
          text: `The task ${jobName(job)} failed${job.message === undefined ? '' : `: ${job.message}`}`,
          about: job.name,
          ...(source === undefined ? {} : { source }),
        };
      });
  },
});
