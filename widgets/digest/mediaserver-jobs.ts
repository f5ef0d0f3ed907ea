import { cached, defineDigestRule, mediaJobs } from '@sidelight/plugin-api';

export const rule = defineDigestRule({
  id: 'mediaserver-jobs',
  reads: { jobs: cached(mediaJobs) },
  evaluate: ({ jobs }) =>
    jobs.items
      .filter((job) => job.result === 'failed')
      .map((job) => ({
        type: 'mediaserver-job',
        severity: 'warn' as const,
        text: `The media server’s task ${job.name} failed`,
        source: job.source,
        about: job.id,
      })),
});
