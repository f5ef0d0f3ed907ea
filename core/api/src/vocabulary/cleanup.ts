import { freeText } from '../personal.js';
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
    title: optional(text()),
    kind: optional(oneOf('movie', 'series', 'season', 'episode', 'other')),
    collection: text(),
    action: optional(oneOf('delete', 'unmonitor', 'other')),
    dueAt: optional(time()),
    sizeBytes: optional(count()),
    ...workIds,
  }),
});

/** What a cleanup tool has done: titles and downloads that it removed, and strikes on the way there. */
export const cleanupActions = definePort({
  id: 'cleanup.actions',
  keep: 'log',
  days: 90,
  key: (done) => done.id,
  at: (done) => done.at,
  index: ['action'],
  item: Type.Object({
    id: text(),
    title: text(),
    action: oneOf('removed', 'unmonitored', 'strike', 'other'),
    at: time(),
    reason: optional(freeText('Without addresses')),
    strikes: optional(count('How many it has by now')),
    downloadKey: optional(text('Of a download, as `download.queue` has it')),
    itemId: optional(ref('The title on the media server')),
    sizeBytes: optional(count()),
    ...workIds,
  }),
});

/** What a cleanup tool cannot settle by itself, and asks a person to look at. */
export const cleanupAttention = definePort({
  id: 'cleanup.attention',
  keep: 'snapshot',
  key: (matter) => matter.id,
  item: Type.Object({
    id: text(),
    title: text('The title or the download that it is about'),
    text: freeText('What to look at, in a sentence without addresses'),
    severity: oneOf('info', 'warn', 'error'),
    at: time(),
    downloadKey: optional(text('Of a download, as `download.queue` has it')),
  }),
});
