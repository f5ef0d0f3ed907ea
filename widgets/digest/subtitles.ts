import { cached, defineDigestRule, subtitleCounts, subtitleWanted } from '@sidelight/plugin-api';
import { counted } from '../shared/labels.js';
import { managerRows } from '../shared/subtitles.js';

export const rule = defineDigestRule({
  id: 'subtitles',
  reads: { wanted: cached(subtitleWanted), counts: cached(subtitleCounts) },
  evaluate: ({ wanted, counts }) =>
    managerRows(wanted.items, counts.items)
      .filter(({ movies, episodes }) => movies + episodes > 0)
      .map(({ service, movies, episodes }) => ({
        type: 'subtitles',
        severity: 'info' as const,
        text: `${counted(movies + episodes, 'title')} without wanted subtitles`,
        source: service,
        about: 'wanted',
      })),
});
