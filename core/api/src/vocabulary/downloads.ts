import { freeText } from '../personal.js';
import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, number, oneOf, optional, text, time } from './fields.js';

/**
 * What a download client works on. `downloadKey` is what release managers call the downloadId: the info hash in capitals,
 * the id that a Usenet client gave, or took over from the manager. A started, unpaused item whose `leftBytes` stands still
 * for `downloads.stallMinutes` becomes `stalled` at commit, and none does before: an item that its client calls `stalled`
 * is shown as `downloading` until then, and keeps the client's `reason` afterwards. What is complete is `completed` or
 * `seeding`, also while it is checked or moved.
 */
export const downloadQueue = definePort({
  id: 'download.queue',
  keep: 'snapshot',
  key: (item) => item.id,
  index: ['state'],
  item: Type.Object({
    id: text(),
    downloadKey: text(),
    name: text(),
    state: oneOf('downloading', 'queued', 'paused', 'stalled', 'failed', 'checking', 'completed', 'seeding', 'unknown'),
    sizeBytes: count('0 while unknown'),
    leftBytes: count(),
    downBps: count('Bytes per second'),
    upBps: count('Bytes per second'),
    etaSeconds: optional(count()),
    reason: optional(freeText('Why it failed or stalled, as the client says it')),
    hash: optional(text('The info hash, in lower case')),
    category: optional(freeText('What the client files it under: its category or label')),
    tags: optional(Type.Array(freeText(), { description: 'What it is marked with beside its category' })),
    addedAt: optional(time()),
    ratio: optional(number('Uploaded divided by downloaded')),
    seedingSeconds: optional(
      count('How long it has been seeding; in whole hours, so that a row does not differ with every look'),
    ),
    availability: optional(number('Complete copies available from its peers')),
    stalledSince: optional(time('Filled at commit; a plugin fills it where its upstream tells since when')),
  }),
});

/** The client as a whole, one row. */
export const downloadClient = definePort({
  id: 'download.client',
  keep: 'snapshot',
  key: () => 'client',
  item: Type.Object({
    version: optional(text()),
    paused: optional(flag('It loads nothing, whatever its downloads say')),
    downLimitBps: optional(count('Bytes per second; 0: no limit')),
    upLimitBps: optional(count('Bytes per second; 0: no limit')),
    freeBytes: optional(count('Where it saves by default')),
  }),
});
