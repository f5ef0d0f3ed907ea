import {
  defineWidget,
  listOf,
  live,
  newestFirst,
  requestAct,
  requestCounts,
  requestItems,
} from '@sidelight/plugin-api';
import { int, NO_TIME, object, text, time } from './shared/fields.js';
import { requestTotals } from './shared/request-totals.js';
import { globalId } from './shared/rows.js';
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
    deleted: int('Were available once, and are gone'),
    items: listOf({
      id: text(),
      sourceId: text('The integration'),
      title: text(),
      type: requestItems.item.properties.type,
      status: requestItems.item.properties.status,
      requestedBy: text(),
      requestedAt: time(),
      reason: text('Why it was declined, or has failed'),
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
    list: {
      items: 'items',
      name: 'title',
      details: ['requestedBy', 'type', 'reason'],
      tone: 'tone',
      at: 'requestedAt',
    },
    actions: [requestAct.id],
  },
  render: ({ counts, requests }, { limit }) => {
    return {
      ...requestTotals(counts.items),
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
          requestedAt: request.requestedAt ?? NO_TIME,
          reason: request.reason ?? '',
          tone: requestTone(request.status),
          label: request.status,
        })),
    };
  },
});
