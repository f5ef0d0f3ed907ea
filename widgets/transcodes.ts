import { defineWidget, listOf, live, transcodeCounts, transcodeWorkers } from '@sidelight/plugin-api';
import { flag, int, linkStatus, nullable, object, text } from './shared/fields.js';
import { timeLeft } from './shared/labels.js';
import { linkFacts } from './shared/link.js';
import { globalId, sumOf } from './shared/rows.js';

export const widget = defineWidget({
  id: 'transcodes',
  summary: 'What the transcoding service works on',
  reads: { workers: live(transcodeWorkers), counts: live(transcodeCounts) },
  response: object({
    connected: flag(),
    status: linkStatus(),
    active: int(),
    queued: int(),
    errored: int(),
    items: listOf({
      id: text(),
      name: text(),
      node: text(),
      progress: int('0 to 100'),
      etaSeconds: nullable(int()),
      eta: text('"12 min left"; empty while unknown'),
    }),
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
      { field: 'queued', label: 'Queued', format: 'number' },
      { field: 'errored', label: 'Errors', format: 'number' },
    ],
    list: { items: 'items', name: 'name', details: ['node', 'eta'], progress: 'progress' },
  },
  render: ({ workers, counts }, { limit }) => ({
    ...linkFacts(workers, counts),
    active: workers.items.length,
    queued: sumOf(counts.items, (row) => row.queued),
    errored: sumOf(counts.items, (row) => row.errored),
    items: workers.items
      .toSorted((a, b) => b.progress - a.progress)
      .slice(0, limit)
      .map((worker) => ({
        id: globalId(worker.source, worker.id),
        name: worker.name,
        node: worker.node,
        progress: worker.progress,
        etaSeconds: worker.etaSeconds ?? null,
        eta: timeLeft(worker.etaSeconds),
        label: `${worker.progress} %`,
      })),
  }),
});
