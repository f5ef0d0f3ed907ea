/** What the numbers of a download queue mean. Pure. */
import { cached, downloadQueue, percent } from '@sidelight/plugin-api';
import { int } from './fields.js';
import type { RowOf } from './rows.js';

export type Download = RowOf<typeof downloadQueue>;

export const queueRead = cached(downloadQueue);

/** As the port has them. */
export const downloadState = downloadQueue.item.properties.state;

/** Not complete yet; a failed download is not complete either. */
export const isActive = (download: Download): boolean => download.state !== 'completed' && download.state !== 'seeding';

export const isStalled = (download: Download): boolean => download.state === 'stalled' || download.state === 'failed';

/** 0 to 100, floored. */
export const progressOf = (download: Download): number =>
  isActive(download) ? percent(download.sizeBytes - download.leftBytes, download.sizeBytes) : 100;

/** "62 %" while it moves, else its state. */
export const labelOf = (download: Download): string =>
  download.state === 'downloading' ? `${progressOf(download)} %` : download.state;

export const queueFields = {
  active: int('Not complete'),
  stalled: int('Stalled or failed'),
  total: int('All items in the queues'),
};

export const queueFacts = (downloads: readonly Download[]) => ({
  active: downloads.filter(isActive).length,
  stalled: downloads.filter(isStalled).length,
  total: downloads.length,
});

/** What moves, then what is stuck, then what waits, then what is done. */
const RANK: Readonly<Record<Download['state'], number>> = {
  downloading: 0,
  checking: 1,
  failed: 2,
  stalled: 3,
  queued: 4,
  paused: 5,
  seeding: 6,
  completed: 7,
  unknown: 8,
};

const rankOf = ({ state }: Download): number => RANK[state] ?? RANK.unknown;

/** By state, then the nearest to completion, then by name. */
export const byState = (a: Download, b: Download): number =>
  rankOf(a) - rankOf(b) || progressOf(b) - progressOf(a) || a.name.localeCompare(b.name);
