import { defineDigestRule } from '@sidelight/plugin-api';
import { isStalled, queueRead } from '../shared/downloads.js';

export const rule = defineDigestRule({
  id: 'downloads',
  reads: { queue: queueRead },
  evaluate: ({ queue }) =>
    queue.items.filter(isStalled).map((download) => {
      const what = download.state === 'failed' ? 'has failed' : 'makes no progress';
      const why = download.reason === undefined ? '' : `: ${download.reason}`;
      return {
        type: 'download',
        severity: download.state === 'failed' ? ('error' as const) : ('warn' as const),
        text: `${download.name} ${what}${why}`,
        source: download.source,
        about: download.id,
      };
    }),
});
