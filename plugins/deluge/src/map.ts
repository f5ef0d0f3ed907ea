import type { downloadClient, downloadQueue, ItemIn } from '@sidelight/plugin-api';
import type { State, Torrent, Torrents } from './upstream.js';

type Download = ItemIn<typeof downloadQueue>;

/** A seed is checked or moved as well. */
const checked = ({ is_finished }: Torrent): Download['state'] => (is_finished ? 'completed' : 'checking');

/** A torrent that is done and not paused counts as seeding, also while it waits for a place. */
const STATES: Readonly<Record<string, (torrent: Torrent) => Download['state']>> = {
  Allocating: checked,
  Checking: checked,
  Moving: checked,
  Error: () => 'failed',
  Seeding: () => 'seeding',
  Queued: ({ is_finished }) => (is_finished ? 'seeding' : 'queued'),
  Paused: ({ is_finished }) => (is_finished ? 'completed' : 'paused'),
  Downloading: (torrent) => (moves(torrent) ? 'downloading' : 'stalled'),
};

/** Deluge has no state of its own for a torrent that runs and gets nothing from anybody. */
const moves = (torrent: Torrent): boolean =>
  hasMetadata(torrent) && (torrent.download_payload_rate > 0 || torrent.num_seeds > 0);

const hasMetadata = (torrent: Torrent): boolean => torrent.total_wanted > 0;

/** In any other state a rate is the last one of before. */
const SHARING: ReadonlySet<Download['state']> = new Set<Download['state']>(['downloading', 'stalled', 'seeding']);

/** In whole hours: it grows with every look, and a row that differs is written anew. */
const coarse = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.floor(seconds / 3600) * 3600;

/** Two digits, for the same reason. */
const hundredths = (value: number | undefined): number | undefined =>
  value === undefined || value < 0 ? undefined : Math.round(value * 100) / 100;

/** Less than nothing stands for "unknown". */
const told = (value: number | undefined): number | undefined => (value === undefined || value < 0 ? undefined : value);

const KIB = 1024;
const limit = (value: number): number => (value < 0 ? 0 : Math.round(value * KIB));

export const toClient = ({ version, limits, free, paused }: State): ItemIn<typeof downloadClient> => ({
  version,
  paused,
  downLimitBps: limit(limits.max_download_speed),
  upLimitBps: limit(limits.max_upload_speed),
  freeBytes: told(free),
});

export const toQueue = (torrents: Torrents): readonly Download[] =>
  Object.entries(torrents).map(([hash, torrent]) => toDownload(hash, torrent));

function toDownload(hash: string, torrent: Torrent): Download {
  const state = stateOf(torrent);
  return {
    id: hash,
    downloadKey: hash.toUpperCase(),
    name: torrent.name,
    state,
    sizeBytes: torrent.total_wanted,
    // A seed that is checked counts what it has not looked at yet as missing.
    leftBytes: state === 'completed' ? 0 : torrent.total_remaining,
    downBps: state === 'downloading' ? torrent.download_payload_rate : 0,
    upBps: SHARING.has(state) ? torrent.upload_payload_rate : 0,
    etaSeconds: state === 'downloading' && torrent.eta > 0 ? Math.round(torrent.eta) : undefined,
    reason: reasonOf(torrent, state),
    hash: hash.toLowerCase(),
    category: torrent.label || undefined,
    addedAt: torrent.time_added ? new Date(torrent.time_added * 1000).toISOString() : undefined,
    ratio: hundredths(torrent.ratio),
    seedingSeconds: coarse(torrent.seeding_time),
    availability: hundredths(torrent.distributed_copies),
  };
}

/** A state that this table does not know is one of a later version: it must not look like a failure. */
const stateOf = (torrent: Torrent): Download['state'] =>
  STATES[torrent.state]?.(torrent) ?? (torrent.is_finished ? 'completed' : 'queued');

function reasonOf(torrent: Torrent, state: Download['state']): string | undefined {
  if (state === 'failed') return torrent.message;
  if (state !== 'stalled') return undefined;
  if (!hasMetadata(torrent)) return 'Waits for the metadata of its magnet link';
  return /^Error: (.+)/.exec(torrent.tracker_status)?.[1];
}
