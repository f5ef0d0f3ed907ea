import { bytes, defineSummary, defineWidget } from '@sidelight/plugin-api';
import { capacityFacts, capacityFields, capacityReads } from './shared/capacity.js';
import { int, object, text } from './shared/fields.js';
import { growthFacts, growthFields, growthReads } from './shared/growth.js';
import { upcoming } from './shared/plans.js';
import {
  estimateBytes,
  estimateReads,
  estimateText,
  storageBytes,
  storageReads,
  totalFacts,
  totalFields,
} from './shared/storage.js';

export const widget = defineWidget({
  id: 'storage',
  summary: 'How much space the library takes, how much is free, how it grew, and how much is coming',
  reads: { ...storageReads, ...capacityReads, ...growthReads, ...estimateReads },
  response: object({
    ...totalFields,
    ...capacityFields,
    ...growthFields,
    upcomingCount: int('Missing releases, as far as the release managers look ahead'),
    upcomingEstimate: text('Formatted upcomingBytes'),
    upcomingEstimateText: text('Formatted for dashboards'),
    upcomingBytes: int('Estimated by their managers, otherwise by the average title of the type'),
  }),
  tile: {
    title: 'Storage',
    group: 'library',
    icon: 'mdi-harddisk',
    about: 'total',
    stats: [
      { field: 'totalLabel', label: 'Used', format: 'text' },
      { field: 'free', label: 'Free', format: 'text', about: 'disks' },
      { field: 'grownWeek', label: 'In 7 days', format: 'text', about: 'growth' },
      { field: 'upcomingEstimate', label: 'Estimate', format: 'text' },
      { field: 'upcomingCount', label: 'Upcoming', format: 'number', about: 'calendar' },
      { field: 'capacity', label: 'Capacity', format: 'text', about: 'disks' },
    ],
  },
  render: ({ calendar, fileKinds, titleKinds, disks, growth, ...stored }, ctx) => {
    const { now, zone } = ctx;
    const coming = upcoming(calendar.items, ctx);
    const upcomingBytes = estimateBytes(coming, fileKinds, titleKinds);
    const sources = new Set(stored.libraries.items.map(({ source }) => source));
    return {
      ...totalFacts(storageBytes(stored)),
      ...capacityFacts({ libraries: stored.libraries, disks }),
      ...growthFacts({ growth }, { now, zone, sources }),
      upcomingCount: coming.length,
      upcomingEstimate: bytes(upcomingBytes),
      upcomingEstimateText: estimateText(upcomingBytes, coming, calendar),
      upcomingBytes,
    };
  },
});

export const summary = defineSummary({
  id: 'storage',
  reads: storageReads,
  fields: object({ storage: text('Formatted storageBytes'), storageBytes: int() }),
  render: (stored) => {
    const sum = storageBytes(stored);
    return { storage: bytes(sum), storageBytes: sum };
  },
});
