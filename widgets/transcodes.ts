import {
  bytes,
  defineWidget,
  listOf,
  live,
  transcodeCounts,
  transcodePause,
  transcodeQueue,
  transcodeRescan,
  transcodeResume,
  transcodeWorkers,
} from '@sidelight/plugin-api';
import { flag, int, linkStatus, NO_LABEL, nullable, num, object, oneOf, text, titled } from './shared/fields.js';
import { timeLeft } from './shared/labels.js';
import { linkFacts } from './shared/link.js';
import { byRank, globalId, type RowOf } from './shared/rows.js';
import { totalFacts, totalFields } from './shared/transcodes.js';

const kind = () => titled('TranscodeKind', oneOf('transcode', 'healthcheck', 'other', 'unknown'));
const service = () => text('The integration');

function labelOf({ paused, progress }: RowOf<typeof transcodeWorkers>): string {
  if (paused === true) return 'paused';
  return progress === undefined ? NO_LABEL : `${progress} %`;
}

export const widget = defineWidget({
  id: 'transcodes',
  summary: 'Current transcoding jobs',
  reads: { workers: live(transcodeWorkers), counts: live(transcodeCounts), waiting: live(transcodeQueue) },
  response: object({
    connected: flag(),
    status: linkStatus(),
    statusText: text('Formatted for dashboards, including paused services'),
    active: int(),
    ...totalFields,
    items: listOf({
      id: text(),
      name: text(),
      service: service(),
      node: text(),
      progress: int('0 to 100; 0 if unknown'),
      share: nullable(int('Same as progress; null if unknown')),
      etaSeconds: nullable(int()),
      kind: kind(),
      fps: nullable(num('Frames per second')),
      paused: flag(),
      eta: text('"12 min left"; empty while unknown'),
    }),
    queue: listOf({ id: text(), name: text(), service: service(), kind: kind(), sizeBytes: nullable(int()) }),
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
      { field: 'done', label: 'Done', format: 'number', about: 'counts' },
      { field: 'saved', label: 'Saved', format: 'text', about: 'counts' },
    ],
    list: { items: 'items', name: 'name', details: ['node', 'eta'], progress: 'share' },
    actions: [transcodePause.id, transcodeResume.id, transcodeRescan.id],
  },
  render: ({ workers, counts, waiting }, { limit }) => {
    const link = linkFacts(workers, counts, waiting);
    const totals = totalFacts(counts.items);
    return {
      ...link,
      statusText: link.connected && totals.paused ? 'Paused' : link.statusText,
      active: workers.items.length,
      ...totals,
      items: workers.items
        .toSorted(byRank((worker) => -(worker.progress ?? 0)))
        .slice(0, limit)
        .map((worker) => ({
          id: globalId(worker.source, worker.id),
          name: worker.name,
          service: worker.source,
          node: worker.node ?? '',
          progress: worker.progress ?? 0,
          share: worker.progress ?? null,
          etaSeconds: worker.etaSeconds ?? null,
          kind: worker.kind ?? ('unknown' as const),
          fps: worker.fps ?? null,
          paused: worker.paused ?? false,
          eta: timeLeft(worker.etaSeconds),
          label: labelOf(worker),
        })),
      queue: waiting.items
        .toSorted(byRank((file) => file.position ?? Number.POSITIVE_INFINITY))
        .slice(0, limit)
        .map((file) => ({
          id: globalId(file.source, file.id),
          name: file.name,
          service: file.source,
          kind: file.kind ?? ('unknown' as const),
          sizeBytes: file.sizeBytes ?? null,
          label: file.sizeBytes === undefined ? NO_LABEL : bytes(file.sizeBytes),
        })),
    };
  },
});
