import { bytes, defineSummary, defineWidget } from '@sidelight/plugin-api';
import { int, object, text } from './shared/fields.js';
import { upcoming } from './shared/releases.js';
import { estimateBytes, estimateReads, storageBytes, storageReads, totalFacts, totalFields } from './shared/storage.js';

export const widget = defineWidget({
  id: 'storage',
  summary: 'How much space the library takes, and how much is coming',
  reads: { ...storageReads, ...estimateReads },
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
  render: ({ calendar, fileKinds, titleKinds, ...stored }, { now }) => {
    const coming = upcoming(calendar.items, now);
    const upcomingBytes = estimateBytes(coming, fileKinds, titleKinds);
    return {
      ...totalFacts(storageBytes(stored)),
      upcomingCount: coming.length,
      upcomingEstimate: bytes(upcomingBytes),
      upcomingBytes,
    };
  },
});

export const summary = defineSummary({
  id: 'storage',
  reads: storageReads,
  fields: object({ storage: text('Ready text of storageBytes'), storageBytes: int() }),
  render: (stored) => {
    const sum = storageBytes(stored);
    return { storage: bytes(sum), storageBytes: sum };
  },
});
