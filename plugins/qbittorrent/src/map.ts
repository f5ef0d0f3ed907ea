import type { downloadClient, downloadQueue, ItemIn } from '@sidelight/plugin-api';
import type { MainData, PartialTorrents, ServerState, Torrent, Torrents } from './upstream.js';

type Download = ItemIn<typeof downloadQueue>;

/** 100 days, which qBittorrent says for "unknown". */
const UNKNOWN_ETA = 8_640_000;

/**
 * A torrent that is done and not stopped counts as seeding, also while it waits for a place; while it is checked or moved
 * it is complete. One that only knows its magnet link loads nothing: it is stalled until somebody sends the metadata.
 */
const STATES: Readonly<Record<string, Download['state']>> = {
  downloading: 'downloading',
  forcedDL: 'downloading',
  stalledDL: 'stalled',
  metaDL: 'stalled',
  forcedMetaDL: 'stalled',
  queuedDL: 'queued',
  pausedDL: 'paused',
  stoppedDL: 'paused',
  pausedUP: 'completed',
  stoppedUP: 'completed',
  uploading: 'seeding',
  forcedUP: 'seeding',
  stalledUP: 'seeding',
  queuedUP: 'seeding',
  allocating: 'checking',
  checkingDL: 'checking',
  checkingUP: 'completed',
  missingFiles: 'failed',
  error: 'failed',
};

/** The torrents after an update: what is told replaces what was known, field by field. */
export function merge(known: PartialTorrents, update: MainData): PartialTorrents {
  if (update.full_update === true) return update.torrents ?? {};
  const merged: Record<string, Partial<Torrent>> = { ...known };
  for (const hash of update.torrents_removed ?? []) delete merged[hash];
  for (const [hash, fields] of Object.entries(update.torrents ?? {})) merged[hash] = { ...merged[hash], ...fields };
  return merged;
}

export const toQueue = (torrents: Torrents): readonly Download[] =>
  Object.entries(torrents).map(([hash, torrent]) => toDownload(hash, torrent));

function toDownload(hash: string, torrent: Torrent): Download {
  const state = stateOf(torrent);
  return {
    id: hash,
    downloadKey: hash.toUpperCase(),
    name: torrent.name,
    state,
    sizeBytes: Math.max(0, torrent.size),
    // A seed that is checked counts what it has not looked at yet as missing.
    leftBytes: state === 'completed' ? 0 : Math.max(0, torrent.amount_left),
    downBps: torrent.dlspeed,
    upBps: torrent.upspeed,
    etaSeconds: state === 'downloading' && torrent.eta < UNKNOWN_ETA ? torrent.eta : undefined,
    reason: reasonOf(torrent, state),
    hash: (torrent.infohash_v1 || hash).toLowerCase(),
    category: torrent.category || undefined,
    tags: torrent.tags ? torrent.tags.split(',').map((tag) => tag.trim()) : undefined,
    addedAt: isoTime(torrent.added_on),
    ratio: hundredths(torrent.ratio),
    seedingSeconds: coarse(torrent.seeding_time),
    availability: hundredths(torrent.availability),
  };
}

/** In whole hours: it grows with every look, and a row that differs is written anew. */
const coarse = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.floor(seconds / 3600) * 3600;

/** Two digits, for the same reason. */
const hundredths = (value: number | undefined): number | undefined =>
  value === undefined || value < 0 ? undefined : Math.round(value * 100) / 100;

/** Less than nothing stands for "unknown". */
const told = (value: number | undefined): number | undefined => (value === undefined || value < 0 ? undefined : value);

const isoTime = (seconds: number | undefined): string | undefined =>
  seconds === undefined || seconds <= 0 ? undefined : new Date(seconds * 1000).toISOString();

/** It cannot be paused as a whole. */
export const toClient = (state: ServerState & { readonly version: string }): ItemIn<typeof downloadClient> => ({
  version: state.version,
  downLimitBps: told(state.dl_rate_limit),
  upLimitBps: told(state.up_rate_limit),
  freeBytes: told(state.free_space_on_disk),
});

/** What is done to seeds as well as to unfinished torrents. */
const CHECKING: ReadonlySet<string> = new Set(['checkingResumeData', 'queuedForChecking', 'moving']);

/** A state that is not known here is one of a later version: it must not look like a failure. */
function stateOf(torrent: Torrent): Download['state'] {
  const done = torrent.size > 0 && torrent.amount_left === 0;
  const otherwise = CHECKING.has(torrent.state) ? 'checking' : 'queued';
  return STATES[torrent.state] ?? (done ? 'completed' : otherwise);
}

function reasonOf(torrent: Torrent, state: Download['state']): string | undefined {
  if (torrent.state === 'missingFiles') return 'Its files are missing';
  if (torrent.state === 'metaDL' || torrent.state === 'forcedMetaDL')
    return 'Waits for the metadata of its magnet link';
  if (state === 'stalled' && torrent.has_tracker_error === true) return 'Its tracker reports an error';
  return undefined;
}
