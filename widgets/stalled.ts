import { defineWidget, downloadPause, downloadRemove, listOf } from '@sidelight/plugin-api';
import { byState, type Download, isStalled, progressOf, queueRead } from './shared/downloads.js';
import { int, nullable, object, oneOf, text, time } from './shared/fields.js';
import { hinderedReleases, releaseQueueRead } from './shared/hindered.js';
import { globalId } from './shared/rows.js';
import { downloadTone, tone } from './shared/tones.js';

const REASON = { stalled: 'makes no progress', failed: 'the client gives no reason' } as const;

function row(download: Download) {
  const state = download.state === 'failed' ? ('failed' as const) : ('stalled' as const);
  return {
    id: globalId(download.source, download.id),
    name: download.name,
    state,
    progress: progressOf(download),
    reason: download.reason ?? REASON[state],
    client: download.source,
    stalledSince: download.stalledSince ?? null,
    tone: downloadTone(state),
    label: state,
  };
}

export const widget = defineWidget({
  id: 'stalled',
  summary: 'Downloads that failed or make no progress, and what release managers alone see of such',
  reads: { queue: queueRead, releases: releaseQueueRead },
  response: object({
    stalled: int(),
    items: listOf({
      id: text(),
      name: text(),
      state: oneOf('stalled', 'failed'),
      progress: int('0 to 100, floored'),
      reason: text(),
      client: text('The integration'),
      stalledSince: nullable(time()),
      tone: tone(),
    }),
    releases: listOf({
      id: text(),
      title: text(),
      service: text('The integration'),
      reason: text(),
      quality: text(),
    }),
  }),
  tile: {
    title: 'Stalled downloads',
    group: 'queue',
    icon: 'mdi-download-off',
    for: 'admin',
    stats: [{ field: 'stalled', label: 'Stalled', format: 'number' }],
    list: {
      items: 'items',
      name: 'name',
      details: ['reason', 'client'],
      progress: 'progress',
      tone: 'tone',
      at: 'stalledSince',
    },
    actions: [downloadPause.id, downloadRemove.id],
  },
  render: ({ queue, releases }, { limit }) => {
    const stalled = queue.items.filter(isStalled).toSorted(byState);
    return {
      stalled: stalled.length,
      items: stalled.slice(0, limit).map(row),
      releases: hinderedReleases(releases.items, queue.items)
        .slice(0, limit)
        .map((release) => ({
          id: globalId(release.source, release.id),
          title: release.title,
          service: release.source,
          reason: release.warnings?.[0] ?? '',
          quality: release.quality ?? '',
          label: release.state,
        })),
    };
  },
});
