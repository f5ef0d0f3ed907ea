import { ago, cached, defineSummary, defineWidget, feedHits, listOf, tally } from '@sidelight/plugin-api';
import { int, object, oneOf, text, time } from './shared/fields.js';
import { globalId } from './shared/rows.js';
import { hitTone, tone } from './shared/tones.js';

const count = tally(feedHits);
const fields = { feedHits: int('Releases that matched a filter') };

export const widget = defineWidget({
  id: 'feed-hits',
  summary: 'Announced releases that matched a filter, the newest first',
  reads: { count, hits: cached(feedHits, { newest: 100 }) },
  response: object({
    ...fields,
    items: listOf({
      id: text(),
      name: text(),
      filter: text(),
      indexer: text(),
      action: text(),
      status: oneOf('approved', 'rejected', 'error', 'pending'),
      at: time(),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Feed hits',
    group: 'integrations',
    icon: 'mdi-rss',
    for: 'admin',
    stats: [{ field: 'feedHits', label: 'Hits', format: 'number' }],
    list: { items: 'items', name: 'name', details: ['indexer', 'filter', 'action'], tone: 'tone', at: 'at' },
  },
  render: ({ count, hits }, { now, limit }) => ({
    feedHits: count.count,
    items: hits.items.slice(0, limit).map((hit) => ({
      id: globalId(hit.source, hit.id),
      name: hit.name,
      filter: hit.filter,
      indexer: hit.indexer,
      action: hit.action,
      status: hit.status,
      at: hit.at,
      tone: hitTone(hit.status),
      label: hit.status === 'approved' ? ago(hit.at, now) : hit.status,
    })),
  }),
});

export const summary = defineSummary({
  id: 'feed-hits',
  reads: { count },
  fields: object(fields),
  render: ({ count }) => ({ feedHits: count.count }),
});
