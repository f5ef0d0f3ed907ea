import { cached, defineDigestRule, subtitleWanted } from '@sidelight/plugin-api';
import { counted } from '../shared/labels.js';

export const rule = defineDigestRule({
  id: 'subtitles',
  reads: { wanted: cached(subtitleWanted) },
  evaluate: ({ wanted }) => {
    const sources = [...new Set(wanted.items.map((title) => title.source))];
    return sources.map((source) => ({
      type: 'subtitles',
      severity: 'info' as const,
      text: `${counted(wanted.items.filter((title) => title.source === source).length, 'title')} without wanted subtitles`,
      source,
    }));
  },
});
