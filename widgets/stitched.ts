import { defineWidget, downloadPause, downloadRemove, listOf } from '@sidelight/plugin-api';
import { byState, labelOf, progressOf, queueFacts, queueFields } from './shared/downloads.js';
import { int, nullable, object, oneOf, text } from './shared/fields.js';
import { globalId } from './shared/rows.js';
import { stitch, stitchReads } from './shared/stitch.js';
import { downloadTone, tone } from './shared/tones.js';

export const widget = defineWidget({
  id: 'stitched',
  summary: 'The download queues, each item with its client and the request that it came from',
  reads: stitchReads,
  response: object({
    ...queueFields,
    items: listOf({
      id: text(),
      name: text(),
      state: text(),
      progress: int('0 to 100, floored'),
      client: text('The integration'),
      matchedBy: oneOf('ids', 'download', 'title', 'none'),
      requestedBy: text('Of its request; empty where there is none'),
      tone: tone(),
      request: nullable(object({ id: text(), title: text(), status: text(), requestedBy: text() })),
    }),
  }),
  tile: {
    title: 'Queue',
    group: 'queue',
    icon: 'mdi-link-variant',
    about: 'queue',
    stats: [
      { field: 'active', label: 'Active', format: 'number' },
      { field: 'stalled', label: 'Stalled', format: 'number' },
      { field: 'total', label: 'Total', format: 'number' },
    ],
    list: { items: 'items', name: 'name', details: ['requestedBy', 'client'], progress: 'progress', tone: 'tone' },
    actions: [downloadPause.id, downloadRemove.id],
  },
  render: (answers, { limit }) => ({
    ...queueFacts(answers.queue.items),
    items: stitch(answers)
      .toSorted((a, b) => byState(a.download, b.download))
      .slice(0, limit)
      .map(({ download, request, matchedBy }) => ({
        id: globalId(download.source, download.id),
        name: download.name,
        state: download.state,
        progress: progressOf(download),
        client: download.source,
        matchedBy,
        requestedBy: request?.requestedBy ?? '',
        tone: downloadTone(download.state),
        request:
          request === undefined
            ? null
            : {
                id: globalId(request.source, request.id),
                title: request.title,
                status: request.status,
                requestedBy: request.requestedBy,
              },
        label: labelOf(download),
      })),
  }),
});
