import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, oneOf, optional, text } from './fields.js';

/**
 * What a download client works on. `downloadKey` is what release managers call the downloadId: the info hash in capitals,
 * the id that a Usenet client gave, or took over from the manager. A started, unpaused item whose `leftBytes` stands still becomes `stalled` at commit.
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
    state: oneOf('downloading', 'queued', 'paused', 'stalled', 'failed', 'checking', 'completed', 'seeding'),
    sizeBytes: count('0 while unknown'),
    leftBytes: count(),
    downBps: count('Bytes per second'),
    upBps: count('Bytes per second'),
    etaSeconds: optional(count()),
    reason: optional(text('Why it failed or stalled, as the client says it')),
    hash: optional(text('The info hash, in lower case')),
  }),
});
