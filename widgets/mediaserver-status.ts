import { cached, defineWidget, live, mediaServer } from '@sidelight/plugin-api';
import { flag, nullable, object, text, time } from './shared/fields.js';
import { firstServer } from './shared/media-server.js';

export const widget = defineWidget({
  id: 'mediaserver-status',
  path: '/api/mediaserver/status',
  summary: 'Whether the media server answers right now, its name and version',
  reads: { servers: live(mediaServer), known: cached(mediaServer) },
  response: object({
    ok: flag(),
    name: text('As last seen'),
    version: text('As last seen'),
    lastSeenAt: nullable(time()),
    checkedAt: time(),
  }),
  render: ({ servers, known }, { now }) => {
    const { row, source, ok } = firstServer(servers, known);
    return {
      ok,
      name: row?.name ?? '',
      version: row?.version ?? '',
      lastSeenAt: source?.fetchedAt ?? null,
      checkedAt: now.toISOString(),
    };
  },
});
