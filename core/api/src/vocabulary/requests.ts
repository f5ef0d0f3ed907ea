/** What people asked a request manager for, and what they reported. */

import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, oneOf, optional, ref, text, time, workIds } from './fields.js';

/** The manager's own counters, one row. */
export const requestCounts = definePort({
  id: 'request.counts',
  keep: 'snapshot',
  key: () => 'counts',
  item: Type.Object({
    total: count(),
    pending: count(),
    approved: count(),
    available: count(),
    processing: count(),
    declined: count(),
    failed: count(),
  }),
});

export const requestItems = definePort({
  id: 'request.items',
  keep: 'snapshot',
  key: (request) => request.id,
  at: (request) => request.requestedAt,
  index: ['tmdb', 'tvdb', 'mediaItemId'],
  item: Type.Object({
    id: text(),
    title: text(),
    type: oneOf('movie', 'show', 'music', 'book'),
    status: oneOf('pending', 'approved', 'processing', 'partial', 'available', 'declined', 'failed'),
    requestedBy: text(),
    requestedAt: time(),
    is4k: flag(),
    seasons: optional(Type.Array(count())),
    mediaItemId: optional(ref('The title on the media server')),
    downloadKeys: optional(Type.Array(text())),
    ...workIds,
  }),
});

/** The manager's own counters of reported issues, one row. */
export const issueCounts = definePort({
  id: 'issue.counts',
  keep: 'snapshot',
  key: () => 'counts',
  item: Type.Object({ total: count(), open: count(), resolved: count() }),
});

export const issueItems = definePort({
  id: 'issue.items',
  keep: 'snapshot',
  key: (issue) => issue.id,
  at: (issue) => issue.createdAt,
  item: Type.Object({
    id: text(),
    title: text(),
    status: oneOf('open', 'resolved'),
    type: oneOf('video', 'audio', 'subtitles', 'other'),
    reportedBy: text(),
    createdAt: time(),
  }),
});
