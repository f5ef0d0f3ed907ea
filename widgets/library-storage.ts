import { defineWidget, listOf } from '@sidelight/plugin-api';
import { int, object, text } from './shared/fields.js';
import { libraryRows, librarySizeReads } from './shared/library-sizes.js';
import { storageBytes, storageReads, totalFacts, totalFields } from './shared/storage.js';

export const widget = defineWidget({
  id: 'library-storage',
  path: '/api/library-storage',
  summary: 'How much space each library takes',
  reads: { ...storageReads, ...librarySizeReads },
  response: object({
    libraries: listOf({
      id: text(),
      name: text(),
      bytes: int(),
      size: text('Formatted bytes'),
      extraBytes: int('Part of bytes: trailers, theme songs and other extras'),
      items: int(),
    }),
    ...totalFields,
  }),
  render: ({ total, ...libraries }) => ({
    libraries: libraryRows(libraries).map(({ type: _, locations: __, titles: ___, ...library }) => library),
    ...totalFacts(storageBytes({ ...libraries, total })),
  }),
});
