import { ago, cached, defineWidget, listOf, mediaItems, tally } from '@sidelight/plugin-api';
import { arrivals } from './shared/arrivals.js';
import { int, nullable, object, oneOf, text, time } from './shared/fields.js';
import { fullTitle } from './shared/labels.js';
import { globalId } from './shared/rows.js';

export const widget = defineWidget({
  id: 'recent',
  summary: 'The newest titles of the library; what came together of one series is one title',
  reads: {
    all: tally(mediaItems),
    week: tally(mediaItems, { since: '7d' }),
    // More than a list shows, because a new series is many rows and one title.
    newest: cached(mediaItems, { newest: 500 }),
  },
  response: object({
    count: int('Everything in the library'),
    addedWeek: int('Added in the last 7 days'),
    items: listOf({
      id: text(),
      title: text('"Series – Title" of a season or an episode'),
      type: oneOf('movie', 'series', 'season', 'episode', 'album', 'other'),
      year: nullable(int()),
      added: time(),
      artist: text(),
      resolution: text(),
      addedKind: oneOf('added', 'file', 'unknown'),
    }),
  }),
  tile: {
    title: 'Recently added',
    group: 'library',
    icon: 'mdi-new-box',
    stats: [
      { field: 'addedWeek', label: 'This week', format: 'number' },
      { field: 'count', label: 'In all', format: 'number' },
    ],
    list: { items: 'items', name: 'title', details: ['type', 'artist', 'year', 'resolution'], at: 'added' },
  },
  render: ({ all, week, newest }, { now, zone, limit }) => ({
    count: all.count,
    addedWeek: week.count,
    items: arrivals(newest.items, zone)
      .slice(0, limit)
      .map((item) => ({
        id: globalId(item.source, item.id),
        title: fullTitle(item.series, item.title),
        type: item.kind,
        year: item.year ?? null,
        added: item.addedAt,
        artist: item.artist ?? '',
        resolution: item.resolution ?? '',
        addedKind: item.addedKind ?? 'unknown',
        label: ago(item.addedAt, now),
      })),
  }),
});
