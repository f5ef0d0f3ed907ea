import { cached, defineDigestRule, transcodeCounts } from '@sidelight/plugin-api';
import { counted } from '../shared/labels.js';

export const rule = defineDigestRule({
  id: 'transcodes',
  reads: { counts: cached(transcodeCounts) },
  evaluate: ({ counts }) => {
    // Of one that is away nobody knows what the last day was.
    const away = new Set(counts.sources.filter(({ state }) => state === 'down').map(({ id }) => id));
    return counts.items
      .filter(({ erroredDay = 0, source }) => erroredDay > 0 && !away.has(source))
      .map(({ erroredDay = 0, source }) => ({
        type: 'transcode',
        severity: 'warn' as const,
        text: `${counted(erroredDay, 'file')} could not be transcoded in the last 24 hours`,
        source,
        about: 'failed',
      }));
  },
});
