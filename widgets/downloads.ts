import { bytes, defineSummary, defineWidget, downloadPause, downloadRemove, listOf } from '@sidelight/plugin-api';
import {
  byState,
  type Download,
  isActive,
  isStalled,
  labelOf,
  progressOf,
  queueFacts,
  queueFields,
  queueRead,
} from './shared/downloads.js';
import { flag, int, nullable, object, oneOf, text } from './shared/fields.js';
import { timeLeft } from './shared/labels.js';
import { globalId, sumOf } from './shared/rows.js';
import { downloadTone, tone } from './shared/tones.js';

const row = (download: Download) => ({
  id: globalId(download.source, download.id),
  name: download.name,
  state: download.state,
  progress: progressOf(download),
  stalled: isStalled(download),
  sizeBytes: download.sizeBytes,
  size: bytes(download.sizeBytes),
  leftBytes: download.leftBytes,
  downBps: download.downBps,
  etaSeconds: download.etaSeconds ?? null,
  eta: timeLeft(download.etaSeconds),
  client: download.source,
  tone: downloadTone(download.state),
  label: labelOf(download),
});

export const widget = defineWidget({
  id: 'downloads',
  summary: 'What the download clients work on; the list holds what is not complete',
  reads: { queue: queueRead },
  response: object({
    ...queueFields,
    downBps: int('Bytes per second'),
    upBps: int('Bytes per second'),
    down: text('Ready text of downBps'),
    up: text('Ready text of upBps'),
    items: listOf({
      id: text(),
      name: text(),
      state: oneOf('downloading', 'queued', 'paused', 'stalled', 'failed', 'checking', 'completed', 'seeding'),
      progress: int('0 to 100, floored'),
      stalled: flag(),
      sizeBytes: int('0 while unknown'),
      size: text('Ready text of sizeBytes'),
      leftBytes: int(),
      downBps: int('Bytes per second'),
      etaSeconds: nullable(int()),
      eta: text('"12 min left"; empty while unknown'),
      client: text('The integration'),
      tone: tone(),
    }),
  }),
  tile: {
    title: 'Downloads',
    group: 'queue',
    icon: 'mdi-download',
    stats: [
      { field: 'active', label: 'Active', format: 'number' },
      { field: 'stalled', label: 'Stalled', format: 'number' },
      { field: 'total', label: 'Total', format: 'number' },
      { field: 'down', label: 'Speed', format: 'text' },
    ],
    list: { items: 'items', name: 'name', details: ['size', 'client', 'eta'], progress: 'progress', tone: 'tone' },
    actions: [downloadPause.id, downloadRemove.id],
  },
  render: ({ queue }, { limit }) => {
    const downBps = sumOf(queue.items, (download) => download.downBps);
    const upBps = sumOf(queue.items, (download) => download.upBps);
    return {
      ...queueFacts(queue.items),
      downBps,
      upBps,
      down: `${bytes(downBps)}/s`,
      up: `${bytes(upBps)}/s`,
      items: queue.items.filter(isActive).toSorted(byState).slice(0, limit).map(row),
    };
  },
});

export const summary = defineSummary({
  id: 'downloads',
  reads: { queue: queueRead },
  fields: object({
    downloads: int('Not complete'),
    downloadTotal: int('Everything in the queues'),
    stalled: int('Stalled or failed'),
  }),
  render: ({ queue }) => {
    const { active, stalled, total } = queueFacts(queue.items);
    return { downloads: active, downloadTotal: total, stalled };
  },
});
