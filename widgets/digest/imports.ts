import { defineDigestRule } from '@sidelight/plugin-api';
import { queueRead } from '../shared/downloads.js';
import { hinderedReleases, releaseQueueRead } from '../shared/hindered.js';

export const rule = defineDigestRule({
  id: 'imports',
  reads: { queue: releaseQueueRead, downloads: queueRead },
  evaluate: ({ queue, downloads }) => [
    ...queue.items
      .filter((item) => item.state === 'blocked')
      .map((item) => ({
        type: 'import',
        severity: 'warn' as const,
        text: `${item.title} is not imported: ${item.message ?? 'it needs a decision by hand'}`,
        source: item.source,
      })),
    ...hinderedReleases(queue.items, downloads.items)
      .filter((item) => item.state !== 'blocked')
      .map((item) => ({
        type: 'download',
        severity: 'warn' as const,
        text: `${item.title} makes no progress: ${item.warnings?.[0] ?? ''}`,
        source: item.source,
      })),
  ],
});
