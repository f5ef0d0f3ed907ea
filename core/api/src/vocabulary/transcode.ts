import { definePort } from '../port.js';
import { Type } from '../typebox.js';
import { count, flag, number, oneOf, optional, text, time } from './fields.js';

const kind = () => optional(oneOf('transcode', 'healthcheck', 'other'));

/** Busy workers of a transcoding service. `progress`: 0 to 100. */
export const transcodeWorkers = definePort({
  id: 'transcode.workers',
  keep: 'snapshot',
  key: (worker) => worker.id,
  item: Type.Object({
    id: text(),
    name: text(),
    path: optional(text()),
    node: optional(text()),
    progress: optional(count()),
    etaSeconds: optional(count()),
    kind: kind(),
    fps: optional(number('Frames per second')),
    paused: optional(flag()),
  }),
});

/** What waits for a worker, the next first. */
export const transcodeQueue = definePort({
  id: 'transcode.queue',
  keep: 'snapshot',
  key: (file) => file.id,
  item: Type.Object({
    id: text(),
    name: text(),
    position: optional(count('1 is the next')),
    path: optional(text()),
    kind: kind(),
    sizeBytes: optional(count()),
    addedAt: optional(time()),
  }),
});

/** The service's own counters and how it is as a whole, one row. */
export const transcodeCounts = definePort({
  id: 'transcode.counts',
  keep: 'snapshot',
  key: () => 'counts',
  item: Type.Object({
    queued: optional(count()),
    errored: optional(count('Failed files; if the service keeps no list, those of the last day')),
    erroredDay: optional(count('Failed in the last 24 hours')),
    done: optional(count('As counted by the service')),
    savedBytes: optional(count('Space saved by finished files; below 0: larger')),
    paused: optional(flag('The whole service: nothing new is started')),
    etaSeconds: optional(count('Until the queue is empty')),
  }),
});
