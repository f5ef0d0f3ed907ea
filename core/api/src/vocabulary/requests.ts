/** What people asked a request manager for, and what they reported. */

import { freeText, viewerName } from '../personal.js';
import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, image, oneOf, optional, ref, text, time, workIds } from './fields.js';

/**
 * The manager's own counters, one row. Some managers complete what is available, and keep the rows of what has gone: what
 * is there is `completed − deleted + available`.
 */
export const requestCounts = definePort({
  id: 'request.counts',
  keep: 'snapshot',
  key: () => 'counts',
  item: Type.Object({
    total: optional(count()),
    pending: count(),
    approved: optional(count('Without what is there, or gone')),
    available: optional(count()),
    processing: optional(count()),
    declined: optional(count()),
    failed: optional(count()),
    completed: optional(count('Were available once')),
    deleted: optional(count('Of those that were available once: gone since')),
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
    type: oneOf('movie', 'show', 'music', 'book', 'other'),
    status: oneOf(
      'pending',
      'approved',
      'processing',
      'partial',
      'available',
      'declined',
      'failed',
      'deleted',
      'unknown',
    ),
    reason: optional(freeText('Why it was declined or failed')),
    requestedBy: viewerName(),
    requestedAt: optional(time()),
    is4k: flag(),
    seasons: optional(Type.Array(count())),
    mediaItemId: optional(ref('The title on the media server')),
    downloadKeys: optional(Type.Array(text())),
    image: image(),
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
    status: oneOf('open', 'progress', 'resolved', 'unknown'),
    type: oneOf('video', 'audio', 'subtitles', 'other'),
    reportedBy: viewerName(),
    createdAt: time(),
    season: optional(count()),
    episode: optional(count()),
    comments: optional(count('How many')),
    comment: optional(freeText('The first: what is wrong, in the words of who reported it')),
  }),
});
