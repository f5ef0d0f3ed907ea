import {
  bytes,
  cached,
  defineSummary,
  defineWidget,
  downloadClient,
  downloadPause,
  downloadRemove,
  listOf,
  optional,
} from '@sidelight/plugin-api';
import {
  byState,
  type Download,
  downloadState,
  isActive,
  isStalled,
  labelOf,
  progressOf,
  queueFacts,
  queueFields,
  queueRead,
} from './shared/downloads.js';
import { entityId, flag, int, NO_LABEL, nullable, num, object, text, time } from './shared/fields.js';
import { timeLeft } from './shared/labels.js';
import { globalId, type RowOf, sumOf } from './shared/rows.js';
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
  category: download.category ?? '',
  addedAt: download.addedAt ?? null,
  ratio: download.ratio ?? null,
  availability: download.availability ?? null,
  stalledSince: download.stalledSince ?? null,
  tone: downloadTone(download.state),
  label: [labelOf(download), ...paceOf(download)].join(' · '),
});

/** "2.53 MB/s" and "21 min left", as far as they are known of one that moves. */
function paceOf({ state, downBps, etaSeconds }: Download): readonly string[] {
  if (state !== 'downloading') return [];
  return [downBps > 0 ? `${bytes(downBps)}/s` : '', timeLeft(etaSeconds)].filter((part) => part !== '');
}

type Client = RowOf<typeof downloadClient>;

/** "down 5 MB/s, up 1 MB/s"; nothing where none is set or known. */
const limitsOf = ({ downLimitBps = 0, upLimitBps = 0 }: Client): string =>
  [downLimitBps === 0 ? '' : `down ${bytes(downLimitBps)}/s`, upLimitBps === 0 ? '' : `up ${bytes(upLimitBps)}/s`]
    .filter((limit) => limit !== '')
    .join(', ');

/** Where the next download may not fit. */
function leastFree(clients: readonly Client[]): number | null {
  const known = clients.flatMap(({ freeBytes }) => (freeBytes === undefined ? [] : [freeBytes]));
  return known.length === 0 ? null : Math.min(...known);
}

const clientRow = (client: Client) => ({
  client: client.source,
  version: client.version ?? '',
  paused: client.paused ?? null,
  downLimitBps: client.downLimitBps ?? null,
  upLimitBps: client.upLimitBps ?? null,
  limits: limitsOf(client),
  freeBytes: client.freeBytes ?? null,
  free: client.freeBytes === undefined ? '' : bytes(client.freeBytes),
  label: client.paused === true ? 'paused' : client.freeBytes === undefined ? NO_LABEL : bytes(client.freeBytes),
});

export const widget = defineWidget({
  id: 'downloads',
  summary: 'Current downloads; the list has those that are not complete',
  reads: { queue: queueRead, clients: optional(cached(downloadClient)) },
  response: object({
    ...queueFields,
    downloading: int(),
    queued: int('Waiting in the queue'),
    paused: int(),
    failed: int(),
    downBps: int('Bytes per second'),
    upBps: int('Bytes per second'),
    down: text('Formatted downBps'),
    up: text('Formatted upBps'),
    freeBytes: nullable(int('The smallest free space of all clients; null: unknown')),
    free: text('Formatted freeBytes; empty while unknown'),
    items: listOf({
      id: entityId('download'),
      name: text(),
      state: downloadState,
      progress: int('0 to 100, floored'),
      stalled: flag(),
      sizeBytes: int('0 while unknown'),
      size: text('Formatted sizeBytes'),
      leftBytes: int(),
      downBps: int('Bytes per second'),
      etaSeconds: nullable(int()),
      eta: text('"12 min left"; empty while unknown'),
      client: text('The integration'),
      category: text(),
      addedAt: nullable(time()),
      ratio: nullable(num('Uploaded divided by downloaded')),
      availability: nullable(num('Complete copies available from its peers')),
      stalledSince: nullable(time()),
      tone: tone(),
    }),
    clients: listOf({
      client: text('The integration'),
      version: text(),
      paused: nullable(flag('The whole client is paused')),
      downLimitBps: nullable(int('Bytes per second; 0: no limit; null: unknown')),
      upLimitBps: nullable(int('Bytes per second; 0: no limit; null: unknown')),
      limits: text('"down 5 MB/s, up 1 MB/s"; empty if there is none'),
      freeBytes: nullable(int('Free space where it saves')),
      free: text('Formatted freeBytes'),
    }),
  }),
  tile: {
    title: 'Downloads',
    group: 'queue',
    icon: 'mdi-download',
    starter: true,
    stats: [
      { field: 'downloading', label: 'Downloading', format: 'number' },
      { field: 'stalled', label: 'Stalled', format: 'number' },
      { field: 'down', label: 'Speed', format: 'text' },
      { field: 'free', label: 'Free', format: 'text' },
      { field: 'queued', label: 'Queued', format: 'number' },
      { field: 'paused', label: 'Paused', format: 'number' },
    ],
    list: {
      items: 'items',
      name: 'name',
      details: ['size', 'client', 'category'],
      progress: 'progress',
      tone: 'tone',
    },
    actions: [downloadPause.id, downloadRemove.id],
  },
  render: ({ queue, clients }, { limit }) => {
    const downBps = sumOf(queue.items, (download) => download.downBps);
    const upBps = sumOf(queue.items, (download) => download.upBps);
    const freeBytes = leastFree(clients.items);
    const count = (state: Download['state']) => queue.items.filter((download) => download.state === state).length;
    return {
      ...queueFacts(queue.items),
      downloading: count('downloading'),
      queued: count('queued'),
      paused: count('paused'),
      failed: count('failed'),
      downBps,
      upBps,
      down: `${bytes(downBps)}/s`,
      up: `${bytes(upBps)}/s`,
      freeBytes,
      free: freeBytes === null ? '' : bytes(freeBytes),
      items: queue.items.filter(isActive).toSorted(byState).slice(0, limit).map(row),
      clients: clients.items.map(clientRow),
    };
  },
});

export const summary = defineSummary({
  id: 'downloads',
  reads: { queue: queueRead },
  fields: object({
    downloads: int('Not complete'),
    downloadTotal: int('All items in the queues'),
    stalled: int('Stalled or failed'),
    downBps: int('Bytes per second, of all clients'),
  }),
  render: ({ queue }) => {
    const { active, stalled, total } = queueFacts(queue.items);
    const downBps = sumOf(queue.items, (download) => download.downBps);
    return { downloads: active, downloadTotal: total, stalled, downBps };
  },
});
