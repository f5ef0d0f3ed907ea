import { bytes, defineSummary, defineWidget } from '@sidelight/plugin-api';
import { int, object, text } from './shared/fields.js';
import { upcoming } from './shared/releases.js';
import { estimateBytes, estimateReads, storageRead, totalFacts, totalFields } from './shared/storage.js';

export const widget = defineWidget({
  id: 'storage',
  summary: 'How much space the library takes, and how much is coming',
  reads: { total: storageRead, ...estimateReads },
  response: object({
    ...totalFields,
    upcomingCount: int('Releases of the next 30 days that are still missing'),
    upcomingEstimate: text('Ready text of upcomingBytes'),
    upcomingBytes: int('If each is as large as the mean title of its type'),
  }),
  tile: {
    title: 'Storage',
    group: 'library',
    icon: 'mdi-harddisk',
    about: 'total',
    stats: [
      { field: 'totalLabel', label: 'Used', format: 'text' },
      { field: 'upcomingCount', label: 'Upcoming', format: 'number' },
      { field: 'upcomingEstimate', label: 'Estimate', format: 'text' },
    ],
  },
  render: ({ total, calendar, fileKinds, titleKinds }, { now }) => {
    const coming = upcoming(calendar.items, now);
    const upcomingBytes = estimateBytes(coming, fileKinds, titleKinds);
    return {
      ...totalFacts(total.sum),
      upcomingCount: coming.length,
      upcomingEstimate: bytes(upcomingBytes),
      upcomingBytes,
    };
  },
});

export const summary = defineSummary({
  id: 'storage',
  reads: { total: storageRead },
  fields: object({ storage: text('Ready text of storageBytes'), storageBytes: int() }),
  render: ({ total }) => ({ storage: bytes(total.sum), storageBytes: total.sum }),
});
