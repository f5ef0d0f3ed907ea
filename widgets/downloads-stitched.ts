import { defineWidget, listOf, readRef } from '@sidelight/plugin-api';
import { byState, labelOf, progressOf } from './shared/downloads.js';
import { int, nullable, object, oneOf, text } from './shared/fields.js';
import { globalId } from './shared/rows.js';
import { type Request, stitch, stitchReads } from './shared/stitch.js';

const requestRow = (request: Request) => ({
  id: globalId(request.source, request.id),
  sourceId: request.source,
  title: request.title,
  status: request.status,
  requestedBy: request.requestedBy,
  mediaServerItemId: titleOf(request.mediaItemId),
});

/** A request of which the server alone is known names no title. */
const titleOf = (ref: string | undefined): string | null => (ref === undefined || readRef(ref).id === '' ? null : ref);

export const widget = defineWidget({
  id: 'downloads-stitched',
  path: '/api/downloads/stitched',
  summary: 'All queue items, matched to the requests that they came from',
  reads: stitchReads,
  response: object({
    items: listOf({
      id: text(),
      name: text(),
      state: text(),
      progress: int('0 to 100, floored'),
      client: text('The integration'),
      sizeBytes: int('0 while unknown'),
      leftBytes: int(),
      hash: nullable(text('The info hash of a torrent')),
      matchedBy: oneOf('ids', 'download', 'title', 'none'),
      request: nullable(
        object({
          id: text(),
          sourceId: text(),
          title: text(),
          status: text(),
          requestedBy: text(),
          mediaServerItemId: nullable(
            text('<integration>:<id> where the integration is known, else its bare id; null before it is available'),
          ),
        }),
      ),
    }),
  }),
  render: (answers) => ({
    items: stitch(answers)
      .toSorted((a, b) => byState(a.download, b.download))
      .map(({ download, request, matchedBy }) => ({
        id: globalId(download.source, download.id),
        name: download.name,
        state: download.state,
        progress: progressOf(download),
        client: download.source,
        sizeBytes: download.sizeBytes,
        leftBytes: download.leftBytes,
        hash: download.hash ?? null,
        matchedBy,
        request: request === undefined ? null : requestRow(request),
        label: labelOf(download),
      })),
  }),
});
