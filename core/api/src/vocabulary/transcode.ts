import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, optional, text } from './fields.js';

/** Busy workers of a transcoding service. `progress`: 0 to 100. */
export const transcodeWorkers = definePort({
  id: 'transcode.workers',
  keep: 'snapshot',
  key: (worker) => worker.id,
  item: Type.Object({
    id: text(),
    name: text(),
    path: text(),
    node: text(),
    progress: count(),
    etaSeconds: optional(count()),
  }),
});

/** The service's own counters, one row. */
export const transcodeCounts = definePort({
  id: 'transcode.counts',
  keep: 'snapshot',
  key: () => 'counts',
  item: Type.Object({ queued: count(), errored: count() }),
});
