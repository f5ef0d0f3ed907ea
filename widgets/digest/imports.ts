import { cached, defineDigestRule, releaseQueue } from '@sidelight/plugin-api';

export const rule = defineDigestRule({
  id: 'imports',
  reads: { queue: cached(releaseQueue) },
  evaluate: ({ queue }) =>
    queue.items
      .filter((item) => item.state === 'blocked')
      .map((item) => ({
        type: 'import',
        severity: 'warn' as const,
        text: `${item.title} is not imported: ${item.message ?? 'it needs a decision by hand'}`,
        source: item.source,
      })),
});
