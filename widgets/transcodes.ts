import {
  bytes,
  defineWidget,
  listOf,
  live,
  transcodeCounts,
  transcodeQueue,
  transcodeWorkers,
} from '@sidelight/plugin-api';
import { flag, int, linkStatus, NO_LABEL, nullable, num, object, oneOf, text } from './shared/fields.js';
import { timeLeft } from './shared/labels.js';
import { linkFacts } from './shared/link.js';
import { byRank, globalId, sumOf } from './shared/rows.js';

const kind = () => oneOf('transcode', 'healthcheck', 'other', 'unknown');

export const widget = defineWidget({
  id: 'transcodes',
  summary: 'What the transcoding service works on',
  reads: { workers: live(transcodeWorkers), counts: live(transcodeCounts), waiting: live(transcodeQueue) },
  response: object({
    connected: flag(),
    status: linkStatus(),
    statusText: text('As dashboards show it'),
    active: int(),
    queued: int(),
    errored: int(),
    items: listOf({
      id: text(),
      name: text(),
      node: text(),
      progress: int('0 to 100; 0 while nobody tells'),
      share: nullable(int('As progress; null while nobody tells')),
      etaSeconds: nullable(int()),
      kind: kind(),
      fps: nullable(num('Pictures per second')),
      paused: flag(),
      eta: text('"12 min left"; empty while unknown'),
    }),
    done: int(),
    savedBytes: int('How much smaller what is done has become'),
    saved: text('Ready text of savedBytes'),
    queue: listOf({ id: text(), name: text(), kind: kind(), sizeBytes: nullable(int()) }),
  }),
  tile: {
    title: 'Transcodes',
    group: 'integrations',
    icon: 'mdi-video-switch-outline',
    for: 'admin',
    about: 'workers',
    stats: [
      { field: 'status', label: 'Status', format: 'text' },
      { field: 'active', label: 'Active', format: 'number' },
      { field: 'queued', label: 'Queued', format: 'number', about: 'counts' },
      { field: 'errored', label: 'Errors', format: 'number', about: 'counts' },
    ],
    list: { items: 'items', name: 'name', details: ['node', 'eta'], progress: 'share' },
  },
  render: ({ workers, counts, waiting }, { limit }) => ({
    ...linkFacts(workers, counts, waiting),
    active: workers.items.length,
    queued: sumOf(counts.items, (row) => row.queued),
    errored: sumOf(counts.items, (row) => row.errored),
    items: workers.items
      .toSorted(byRank((worker) => -(worker.progress ?? 0)))
      .slice(0, limit)
      .map((worker) => ({
        id: globalId(worker.source, worker.id),
        name: worker.name,
        node: worker.node ?? '',
        progress: worker.progress ?? 0,
        share: worker.progress ?? null,
        etaSeconds: worker.etaSeconds ?? null,
        kind: worker.kind ?? ('unknown' as const),
        fps: worker.fps ?? null,
        paused: worker.paused ?? false,
        eta: timeLeft(worker.etaSeconds),
        label: worker.paused === true ? 'paused' : worker.progress === undefined ? NO_LABEL : `${worker.progress} %`,
      })),
    done: sumOf(counts.items, (row) => row.done ?? 0),
    savedBytes: sumOf(counts.items, (row) => row.savedBytes ?? 0),
    saved: bytes(sumOf(counts.items, (row) => row.savedBytes ?? 0)),
    queue: waiting.items
      .toSorted(byRank((file) => file.position ?? Number.POSITIVE_INFINITY))
      .slice(0, limit)
      .map((file) => ({
        id: globalId(file.source, file.id),
        name: file.name,
        kind: file.kind ?? ('unknown' as const),
        sizeBytes: file.sizeBytes ?? null,
        label: file.sizeBytes === undefined ? NO_LABEL : bytes(file.sizeBytes),
      })),
  }),
});
