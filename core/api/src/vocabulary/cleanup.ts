import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, optional, text, time } from './fields.js';

/** The cleanup tool's own counters, one row. */
export const cleanupCounts = definePort({
  id: 'cleanup.counts',
  keep: 'snapshot',
  key: () => 'counts',
  item: Type.Object({ collections: count(), reclaimableBytes: count() }),
});

/** Titles that are going to be removed. `itemId`: the media server's id. */
export const cleanupItems = definePort({
  id: 'cleanup.items',
  keep: 'snapshot',
  key: (item) => item.id,
  index: ['itemId'],
  item: Type.Object({
    id: text(),
    itemId: optional(text()),
    title: text(),
    collection: text(),
    dueAt: optional(time()),
    sizeBytes: optional(count()),
  }),
});
