import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, oneOf, optional, ref, text, time, workIds } from './fields.js';

/** The cleanup tool's own counters, one row. */
export const cleanupCounts = definePort({
  id: 'cleanup.counts',
  keep: 'snapshot',
  key: () => 'counts',
  item: Type.Object({ collections: count(), reclaimableBytes: count() }),
});

/** Titles that are going to be removed. The ids of the work are those of its `kind`. */
export const cleanupItems = definePort({
  id: 'cleanup.items',
  keep: 'snapshot',
  key: (item) => item.id,
  index: ['itemId'],
  item: Type.Object({
    id: text(),
    itemId: optional(ref('The title on the media server')),
    title: text(),
    kind: optional(oneOf('movie', 'series', 'season', 'episode', 'other')),
    collection: text(),
    dueAt: optional(time()),
    sizeBytes: optional(count()),
    ...workIds,
  }),
});
