import { defineWidget, listOf, type People, readRef } from '@sidelight/plugin-api';
import { entityId, int, nullable, object, text } from './shared/fields.js';
import { globalId } from './shared/rows.js';
import {
  byStitchedState,
  linkFacts,
  linkFields,
  type Request,
  requesterOf,
  stitch,
  stitchReads,
} from './shared/stitch.js';

const requestRow = (request: Request, people: People) => ({
  id: globalId(request.source, request.id),
  sourceId: request.source,
  title: request.title,
  status: request.status,
  requestedBy: requesterOf(request, people),
  mediaServerItemId: titleOf(request.mediaItemId),
});

/** A request of which the server alone is known names no title. */
const titleOf = (ref: string | undefined): string | null => (ref === undefined || readRef(ref).id === '' ? null : ref);

export const widget = defineWidget({
  id: 'downloads-stitched',
  path: '/api/downloads/stitched',
  summary: 'All queue items, matched to their requests',
  reads: stitchReads,
  response: object({
    items: listOf({
      ...linkFields,
      sizeBytes: int('0 while unknown'),
      leftBytes: int(),
      hash: nullable(text('The info hash of a torrent')),
      request: nullable(
        object({
          id: entityId('request'),
          sourceId: text(),
          title: text(),
          status: text(),
          requestedBy: text(),
          mediaServerItemId: nullable(
            entityId(
              'title',
              '<integration>:<id> if the integration is known, otherwise the bare id; null before it is available',
            ),
          ),
        }),
      ),
    }),
  }),
  render: (answers, { people }) => ({
    items: stitch(answers)
      .toSorted(byStitchedState)
      .map((link) => ({
        ...linkFacts(link),
        sizeBytes: link.download.sizeBytes,
        leftBytes: link.download.leftBytes,
        hash: link.download.hash ?? null,
        request: link.request === undefined ? null : requestRow(link.request, people),
      })),
  }),
});
