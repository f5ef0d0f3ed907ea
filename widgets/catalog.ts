import { defineSummary, defineWidget } from '@sidelight/plugin-api';
import { object } from './shared/fields.js';
import { libraryFacts, libraryFields, libraryReads } from './shared/library.js';

export const widget = defineWidget({
  id: 'catalog',
  summary: 'The library in numbers',
  reads: libraryReads,
  response: object(libraryFields),
  tile: {
    title: 'Library',
    group: 'library',
    icon: 'mdi-filmstrip-box-multiple',
    within: 'homepage',
    stats: [
      { field: 'movies', label: 'Movies', format: 'number' },
      { field: 'shows', label: 'Shows', format: 'number' },
      { field: 'episodes', label: 'Episodes', format: 'number' },
      { field: 'addedWeek', label: 'New this week', format: 'number' },
    ],
  },
  render: libraryFacts,
});

export const summary = defineSummary({
  id: 'catalog',
  reads: libraryReads,
  fields: object(libraryFields),
  render: libraryFacts,
});
