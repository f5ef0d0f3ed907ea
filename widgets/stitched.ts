import {
  defineWidget,
  downloadPause,
  downloadRemove,
  listOf,
  type People,
  releaseGrab,
  releaseRemove,
  releaseSearch,
} from '@sidelight/plugin-api';
import { queueFacts, queueFields } from './shared/downloads.js';
import { entityId, flag, int, nullable, object, text } from './shared/fields.js';
import { isBlocked } from './shared/managed.js';
import { globalId } from './shared/rows.js';
import {
  byStitchedState,
  linkFacts,
  linkFields,
  requesterOf,
  type Stitched,
  stateOf,
  stitch,
  stitchReads,
} from './shared/stitch.js';
import { downloadTone, tone } from './shared/tones.js';

export const widget = defineWidget({
  id: 'stitched',
  summary: 'The queues of download clients and release managers, each item with its request',
  reads: stitchReads,
  response: object({
    ...queueFields,
    blocked: int('Imports waiting for a decision'),
    items: listOf({
      ...linkFields,
      manager: text('The integration that grabbed it; empty if unknown'),
      stale: flag('Its manager cannot reach its download client: this is the last known state'),
      requestedBy: text('Of its request; empty if there is none'),
      tone: tone(),
      request: nullable(object({ id: entityId('request'), title: text(), status: text(), requestedBy: text() })),
    }),
  }),
  tile: {
    title: 'Queue',
    group: 'queue',
    icon: 'mdi-link-variant',
    for: 'admin',
    about: ['queue', 'releases'],
    stats: [
      { field: 'active', label: 'Active', format: 'number' },
      { field: 'stalled', label: 'Stalled', format: 'number' },
      { field: 'blocked', label: 'Blocked', format: 'number' },
      { field: 'total', label: 'Total', format: 'number' },
    ],
    list: {
      items: 'items',
      name: 'name',
      details: ['message', 'requestedBy', 'client'],
      progress: 'progress',
      tone: 'tone',
    },
    actions: [downloadPause.id, downloadRemove.id, releaseRemove.id, releaseGrab.id, releaseSearch.id],
  },
  render: (answers, { limit, people }) => {
    const links = stitch(answers);
    return {
      ...queueFacts(links.map(({ download }) => download)),
      blocked: answers.releases.items.filter(isBlocked).length,
      items: links
        .toSorted(byStitchedState)
        .slice(0, limit)
        .map((link) => row(link, people)),
    };
  },
});

function row(link: Stitched, people: People) {
  const { request, queued, release } = link;
  return {
    ...linkFacts(link),
    manager: (queued ?? release)?.source ?? '',
    stale: queued?.stale ?? false,
    requestedBy: request === undefined ? '' : requesterOf(request, people),
    tone: downloadTone(stateOf(link)),
    request:
      request === undefined
        ? null
        : {
            id: globalId(request.source, request.id),
            title: request.title,
            status: request.status,
            requestedBy: requesterOf(request, people),
          },
  };
}
