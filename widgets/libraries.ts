import { bytes, defineSummary, defineWidget, listOf } from '@sidelight/plugin-api';
import { capacityFacts, capacityReads } from './shared/capacity.js';
import { int, nullable, object, oneOf, text, words } from './shared/fields.js';
import { libraryRows, librarySizeReads } from './shared/library-sizes.js';
import { upcoming } from './shared/plans.js';
import { estimateBytes, estimateReads, storageBytes, storageReads, totalFacts, totalFields } from './shared/storage.js';

export const widget = defineWidget({
  id: 'libraries',
  summary: 'The libraries and how much space each takes',
  reads: { ...storageReads, ...librarySizeReads, ...estimateReads },
  response: object({
    ...totalFields,
    upcomingCount: int('Missing releases, as far as the release managers look ahead'),
    upcomingEstimate: text('The space that they will take'),
    libraries: listOf({
      id: text(),
      name: text(),
      type: oneOf('movies', 'shows', 'music', 'other'),
      bytes: int(),
      size: text('Formatted bytes'),
      extraBytes: int('Part of bytes: trailers, theme songs and other extras'),
      items: int('Films, episodes, albums'),
      locations: words(),
      titles: text('Formatted items'),
    }),
  }),
  tile: {
    title: 'Libraries',
    group: 'library',
    icon: 'mdi-bookshelf',
    about: 'libraries',
    stats: [
      { field: 'totalLabel', label: 'Total', format: 'text' },
      { field: 'upcomingCount', label: 'Upcoming', format: 'number', about: 'calendar' },
    ],
    list: { items: 'libraries', name: 'name', details: ['type', 'titles'] },
  },
  render: ({ total, calendar, fileKinds, titleKinds, ...libraries }, ctx) => {
    const coming = upcoming(calendar.items, ctx);
    return {
      ...totalFacts(storageBytes({ ...libraries, total })),
      upcomingCount: coming.length,
      upcomingEstimate: bytes(estimateBytes(coming, fileKinds, titleKinds)),
      libraries: libraryRows(libraries),
    };
  },
});

/** How much room is left where the libraries are. */
export const summary = defineSummary({
  id: 'libraries',
  reads: capacityReads,
  fields: object({
    diskFreeBytes: nullable(int('Of the disks with the libraries; null if unknown')),
    diskFree: text('Formatted diskFreeBytes, or –'),
  }),
  render: (answers) => {
    const { free, freeBytes } = capacityFacts(answers);
    return { diskFreeBytes: freeBytes, diskFree: free };
  },
});
