import type { downloadClient, downloadQueue, ItemIn } from '@sidelight/plugin-api';
import type { Selections, State, Torrent, Torrents } from './upstream.js';

type Download = ItemIn<typeof downloadQueue>;

export const toQueue = (torrents: Torrents, selections: Selections): readonly Download[] =>
  torrents.map((torrent) => toDownload(torrent, selections.get(torrent['d.hash']) ?? selectedOf(torrent)));

function toDownload(torrent: Torrent, wantedBytes: number): Download {
  const { 'd.hash': hash, 'd.down.rate': downBps } = torrent;
  const state = stateOf(torrent);
  const leftBytes = Math.min(leftOf(torrent), wantedBytes);
  return {
    id: hash,
    downloadKey: hash,
    name: torrent['d.name'],
    state,
    sizeBytes: lacksMetadata(torrent) ? 0 : wantedBytes,
    leftBytes,
    downBps,
    upBps: torrent['d.up.rate'],
    etaSeconds: state === 'downloading' && downBps > 0 ? Math.ceil(leftBytes / downBps) : undefined,
    reason: reasonOf(torrent, state),
    hash: hash.toLowerCase(),
    category: labelOf(torrent) || undefined,
    addedAt: torrent['d.load_date'] > 0 ? new Date(torrent['d.load_date'] * 1000).toISOString() : undefined,
    ratio: Math.round(torrent['d.ratio'] / 10) / 100,
  };
}

/** A label that was not encoded as one expects is shown as it is. */
function labelOf({ 'd.custom1': label }: Torrent): string {
  return /%(?![0-9A-F]{2})/i.test(label) ? label : decodeURIComponent(label);
}

/** It cannot be paused as a whole, and tells the space of a torrent's disk only. */
export const toClient = ({ version, down, up }: State): ItemIn<typeof downloadClient> => ({
  version,
  downLimitBps: down,
  upLimitBps: up,
});

/** rTorrent does not say that a torrent gets nothing: that one stands still shows only in time. */
function stateOf(torrent: Torrent): Download['state'] {
  if (hasFailed(torrent)) return 'failed';
  // A seed that is checked is complete all the time, although chunks are wanted that it has not looked at yet.
  if (torrent['d.hashing'] !== 0) return torrent['d.complete'] !== 0 ? 'completed' : 'checking';
  if (torrent['d.is_active'] === 0) return isDone(torrent) ? 'completed' : 'paused';
  if (isDone(torrent)) return 'seeding';
  return lacksMetadata(torrent) || isRefused(torrent) ? 'stalled' : 'downloading';
}

/** Its files are at fault. What a tracker says is no failure: it concerns one of many sources. */
function hasFailed(torrent: Torrent): boolean {
  if (torrent['d.hashing_failed'] !== 0) return true;
  if (torrent['d.hashing'] !== 0 || torrent['d.is_active'] !== 0) return false;
  return closedByError(torrent) || (torrent['d.message'] !== '' && !tellsOfTracker(torrent));
}

/** rTorrent closes what it cannot write, and only its log says so. */
const closedByError = (torrent: Torrent): boolean => torrent['d.state'] !== 0 && torrent['d.is_open'] === 0;

const tellsOfTracker = (torrent: Torrent): boolean => torrent['d.message'].startsWith('Tracker: ');

const isRefused = (torrent: Torrent): boolean => tellsOfTracker(torrent) && torrent['d.down.rate'] === 0;

/** `d.complete` is about all files: of those that are selected, no chunk is wanted any more. */
const isDone = (torrent: Torrent): boolean => torrent['d.complete'] !== 0 || torrent['d.wanted_chunks'] === 0;

const lacksMetadata = (torrent: Torrent): boolean => torrent['d.is_meta'] !== 0;

/** Of all files, byte by byte, but no more than what is missing of those that are selected. */
function leftOf(torrent: Torrent): number {
  if (lacksMetadata(torrent) || isDone(torrent)) return 0;
  return Math.max(0, Math.min(missingOf(torrent), wantedOf(torrent)));
}

const missingOf = (torrent: Torrent): number => torrent['d.size_bytes'] - torrent['d.bytes_done'];
const wantedOf = (torrent: Torrent): number => torrent['d.wanted_chunks'] * torrent['d.chunk_size'];

/** What is wanted, to a chunk: of files that share one, and of files that were wanted once, it counts too much. */
const selectedOf = (torrent: Torrent): number =>
  isPartial(torrent) ? torrent['d.bytes_done'] + wantedOf(torrent) : torrent['d.size_bytes'];

/** More is missing than is wanted: somebody has selected some of its files only. */
export const isPartial = (torrent: Torrent): boolean =>
  !lacksMetadata(torrent) && torrent['d.complete'] === 0 && wantedOf(torrent) < missingOf(torrent);

function reasonOf(torrent: Torrent, state: Download['state']): string | undefined {
  if (state !== 'failed' && state !== 'stalled') return undefined;
  if (torrent['d.message'] !== '') return torrent['d.message'];
  if (state === 'stalled') return 'Waits for the metadata of its magnet link';
  return torrent['d.hashing_failed'] !== 0
    ? 'Its files cannot be opened or checked: the log of rTorrent tells more'
    : 'rTorrent has closed it after an error: its log tells more';
}
