import { type Fields, hit } from './routes/form.js';

/** Routes about one thing: path → fields, written as in routes.ts. */
export const lookups: Readonly<Record<string, Fields>> = {
  '/api/item-summary/:id': {
    item: {
      id: 'text',
      title: 'text',
      type: 'text',
      year: 'int?',
      library: 'text',
      tmdb: 'text?',
      tvdb: 'text?',
      imdb: 'text?',
    },
    mediaserver: { available: 'flag', id: 'text', source: 'text' },
    request: {
      '?': {
        id: 'text',
        sourceId: 'text',
        title: 'text',
        status: 'text',
        requestedBy: 'text',
        requestedAt: 'time',
      },
    },
    release: {
      '?': {
        ...{ title: 'text', service: 'text', date: 'time?', hasFile: 'flag', monitored: 'flag' },
        ...{ have: 'int?', missing: 'int?' },
      },
    },
    download: { '?': { id: 'text', name: 'text', client: 'text', state: 'text', progress: 'int' } },
    hit,
    cleanup: { '?': { collection: 'text', dueAt: 'time?', action: 'text?' } },
    transcode: { '?': { name: 'text', node: 'text', progress: 'int' } },
    subtitles: { '?': { wanted: 'int', languages: 'words' } },
  },
};
