import {
  defineWidget,
  type ItemOf,
  listOf,
  live,
  newestFirst,
  requestAct,
  requestCounts,
  requestItems,
} from '@sidelight/plugin-api';
import { int, object, oneOf, text, time } from './shared/fields.js';
import { globalId, sumOf } from './shared/rows.js';
import { requestTone, tone } from './shared/tones.js';

export const widget = defineWidget({
  id: 'requests',
  summary: 'What people asked for, the newest first',
  reads: { counts: live(requestCounts), requests: live(requestItems) },
  response: object({
    total: int(),
    pending: int(),
    approved: int(),
    available: int(),
    processing: int(),
    declined: int(),
    failed: int(),
    items: listOf({
      id: text(),
      sourceId: text('The integration'),
      title: text(),
      type: oneOf('movie', 'show', 'music', 'book'),
      status: oneOf('pending', 'approved', 'processing', 'partial', 'available', 'declined', 'failed'),
      requestedBy: text(),
      requestedAt: time(),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Requests',
    group: 'integrations',
    icon: 'mdi-playlist-plus',
    about: 'requests',
    stats: [
      { field: 'pending', label: 'Pending', format: 'number' },
      { field: 'approved', label: 'Approved', format: 'number' },
      { field: 'available', label: 'Available', format: 'number' },
      { field: 'total', label: 'Total', format: 'number' },
    ],
    list: { items: 'items', name: 'title', details: ['requestedBy', 'type'], tone: 'tone', at: 'requestedAt' },
    actions: [requestAct.id],
  },
  render: ({ counts, requests }, { limit }) => {
    const sum = (field: keyof ItemOf<typeof requestCounts>) => sumOf(counts.items, (row) => row[field]);
    return {
      total: sum('total'),
      pending: sum('pending'),
      approved: sum('approved'),
      available: sum('available'),
      processing: sum('processing'),
      declined: sum('declined'),
      failed: sum('failed'),
      items: requests.items
        .toSorted(newestFirst((request) => request.requestedAt))
        .slice(0, limit)
        .map((request) => ({
          id: globalId(request.source, request.id),
          sourceId: request.source,
          title: request.title,
          type: request.type,
          status: request.status,
          requestedBy: request.requestedBy,
          requestedAt: request.requestedAt,
          tone: requestTone(request.status),
          label: request.status,
        })),
    };
  },
});
