import {
  defineWidget,
  downloadPause,
  downloadRemove,
  listOf,
  releaseQueue,
  releaseRemove,
  releaseSearch,
} from '@sidelight/plugin-api';
import { byState, type Download, isStalled, progressOf, queueRead } from './shared/downloads.js';
import { entityId, flag, int, nullable, object, oneOf, text, time } from './shared/fields.js';
import { isBlocked, isHindered, type Queued, reasonOf, releaseQueueRead, unseenReleases } from './shared/managed.js';
import { globalId } from './shared/rows.js';
import { asDownload } from './shared/stitch.js';
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

const rowFields = {
  id: entityId(['download', 'release']),
  name: text(),
  progress: int('0 to 100, floored'),
  reason: text(),
  client: text('The integration: the manager, if no connected client has it'),
  stalledSince: nullable(time()),
  tone: tone(),
};

/** It is complete for its client, and waits for somebody. */
function blockedRow(release: Queued) {
  const download = asDownload(release);
  return {
    id: globalId(release.source, release.id),
    name: download.name,
    state: 'blocked' as const,
    progress: progressOf(download),
    reason: download.reason ?? 'it needs a manual decision',
    client: release.source,
    stalledSince: null,
    tone: downloadTone('blocked'),
    label: 'not imported',
  };
}

export const widget = defineWidget({
  id: 'stalled',
  summary: 'Downloads that failed or make no progress, and blocked imports',
  reads: { queue: queueRead, releases: releaseQueueRead },
  response: object({
    stalled: int('Stalled or failed'),
    failed: int('Of these: failed'),
    blocked: int('Imports waiting for a decision'),
    items: listOf({ ...rowFields, state: oneOf('stalled', 'failed') }),
    all: listOf({ ...rowFields, state: oneOf('stalled', 'failed', 'blocked') }),
    releases: listOf({
      id: entityId('release'),
      title: text(),
      service: text('The integration'),
      state: releaseQueue.item.properties.state,
      reason: text(),
      quality: text(),
      release: text('The name of the release; empty while unknown'),
      stale: flag('The manager cannot reach its download client: this is the last known state'),
    }),
  }),
  tile: {
    title: 'Stalled downloads',
    group: 'queue',
    icon: 'mdi-download-off',
    for: 'admin',
    within: 'stitched',
    about: ['queue', 'releases'],
    stats: [
      { field: 'stalled', label: 'Stalled', format: 'number' },
      { field: 'failed', label: 'Failed', format: 'number' },
      { field: 'blocked', label: 'Blocked', format: 'number', about: 'releases' },
    ],
    list: {
      items: 'all',
      name: 'name',
      details: ['reason', 'client'],
      progress: 'progress',
      tone: 'tone',
      at: 'stalledSince',
    },
    actions: [downloadPause.id, downloadRemove.id, releaseRemove.id, releaseSearch.id],
  },
  render: ({ queue, releases }, { limit }) => {
    const unseen = unseenReleases(releases.items, queue.items);
    const stalled = [...queue.items, ...unseen.map(asDownload)].filter(isStalled).toSorted(byState);
    const blocked = releases.items.filter(isBlocked);
    return {
      stalled: stalled.length,
      failed: stalled.filter(({ state }) => state === 'failed').length,
      blocked: blocked.length,
      items: stalled.slice(0, limit).map(row),
      all: [...blocked.map(blockedRow), ...stalled.map(row)].slice(0, limit),
      releases: [...blocked, ...unseen.filter(isStuck)].slice(0, limit).map(releaseRow),
    };
  },
});

const isStuck = (release: Queued): boolean => isHindered(release) || release.state === 'failed';

const releaseRow = (release: Queued) => ({
  id: globalId(release.source, release.id),
  title: release.title,
  service: release.source,
  state: release.state,
  reason: reasonOf(release) ?? '',
  quality: release.quality ?? '',
  release: release.release ?? '',
  stale: release.stale ?? false,
  label: release.state,
});
