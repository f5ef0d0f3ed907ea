import {
  cached,
  defineSummary,
  defineWidget,
  listOf,
  live,
  newestFirst,
  picture,
  requestAct,
  requestCounts,
  requestItems,
} from '@sidelight/plugin-api';
import { entityId, flag, int, NO_TIME, object, text, time } from './shared/fields.js';
import { seasonsOf } from './shared/labels.js';
import { type Request, requestTotals } from './shared/request-totals.js';
import { byRank, globalId, posterOf } from './shared/rows.js';
import { requesterOf } from './shared/stitch.js';
import { requestTone, tone } from './shared/tones.js';

/** What waits for somebody comes first. */
const rankOf = ({ status }: Request): number => (status === 'pending' ? 0 : 1);

export const widget = defineWidget({
  id: 'requests',
  summary: 'Requests: pending ones first, then newest',
  reads: { counts: live(requestCounts), requests: live(requestItems) },
  response: object({
    total: int(),
    pending: int(),
    approved: int('Not available yet; may include `processing`'),
    available: int(),
    processing: int(),
    declined: int(),
    failed: int(),
    deleted: int('Were available and have been removed'),
    items: listOf({
      id: entityId('request'),
      sourceId: text('The integration'),
      title: text(),
      type: requestItems.item.properties.type,
      status: requestItems.item.properties.status,
      requestedBy: text(),
      requestedAt: time(),
      is4k: flag(),
      quality: text('"4K", or empty'),
      seasons: text('"S01–S03, S05"; empty if there are none'),
      brief: text('"Ada · pending"'),
      reason: text('Why it was declined or failed'),
      tone: tone(),
      poster: picture(),
    }),
  }),
  tile: {
    title: 'Requests',
    group: 'integrations',
    icon: 'mdi-playlist-plus',
    starter: true,
    about: 'requests',
    stats: [
      { field: 'pending', label: 'Pending', format: 'number', about: 'counts' },
      { field: 'approved', label: 'Approved', format: 'number', about: 'counts' },
      { field: 'available', label: 'Available', format: 'number', about: 'counts' },
      { field: 'total', label: 'Total', format: 'number', about: 'counts' },
    ],
    list: {
      items: 'items',
      name: 'title',
      brief: 'brief',
      details: ['requestedBy', 'type', 'seasons', 'reason'],
      tone: 'tone',
      at: 'requestedAt',
      image: 'poster',
    },
    actions: [requestAct.id],
  },
  render: ({ counts, requests }, { limit, people }) => {
    return {
      ...requestTotals(counts.items, requests.items),
      items: requests.items
        .toSorted(newestFirst((request) => request.requestedAt))
        .toSorted(byRank(rankOf))
        .slice(0, limit)
        .map((request) => {
          const requestedBy = requesterOf(request, people);
          const label = request.is4k ? `${request.status} · 4K` : request.status;
          return {
            id: globalId(request.source, request.id),
            sourceId: request.source,
            title: request.title,
            type: request.type,
            status: request.status,
            requestedBy,
            requestedAt: request.requestedAt ?? NO_TIME,
            is4k: request.is4k,
            quality: request.is4k ? '4K' : '',
            seasons: seasonsOf(request.seasons ?? []),
            reason: request.reason ?? '',
            tone: requestTone(request.status),
            poster: posterOf(request),
            label,
            brief: [requestedBy, label].filter((part) => part !== '').join(' · '),
          };
        }),
    };
  },
});

export const summary = defineSummary({
  id: 'requests',
  reads: { requests: cached(requestItems) },
  fields: object({ requestsPending: int('Requests waiting for a decision') }),
  render: ({ requests }) => ({
    requestsPending: requests.items.filter(({ status }) => status === 'pending').length,
  }),
});
