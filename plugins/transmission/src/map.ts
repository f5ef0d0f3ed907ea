import type { downloadClient, downloadQueue, Health, ItemIn } from '@sidelight/plugin-api';
import type { Session, Torrent } from './upstream.js';

type Download = ItemIn<typeof downloadQueue>;

const STOPPED = 0;
/** It waits for a check, or runs one. */
const CHECKS: ReadonlySet<number> = new Set([1, 2]);
const DOWNLOADS = 4;
const LOCAL_ERROR = 3;

/** By `status`. A torrent that is done and not stopped counts as seeding, also while it waits for a place. */
const STATES: Readonly<Record<number, Download['state']>> = {
  3: 'queued',
  5: 'seeding',
  6: 'seeding',
};

/** "4.1.4 (a6d907d9ea)" without the revision. */
export const toHealth = ({ version }: Session): Health => ({ name: 'Transmission', version: version.split(' ')[0] });

/** In whole hours: it grows with every look, and a row that differs is written anew. */
const coarse = (seconds: number | undefined): number | undefined =>
  seconds === undefined ? undefined : Math.floor(seconds / 3600) * 3600;

/** Two digits, for the same reason. */
const hundredths = (value: number | undefined): number | undefined =>
  value === undefined || value < 0 ? undefined : Math.round(value * 100) / 100;

const KILO = 1000;

/** It cannot be paused as a whole. */
export function toClient(session: Session): ItemIn<typeof downloadClient> {
  const isAlternative = session['alt-speed-enabled'] === true;
  const limit = (chosen: boolean | undefined, normal: number | undefined, other: number | undefined) =>
    isAlternative ? kilo(other) : chosen === false ? 0 : kilo(normal);
  return {
    version: toHealth(session).version,
    downLimitBps: limit(session['speed-limit-down-enabled'], session['speed-limit-down'], session['alt-speed-down']),
    upLimitBps: limit(session['speed-limit-up-enabled'], session['speed-limit-up'], session['alt-speed-up']),
    freeBytes: freeOf(session),
  };
}

const kilo = (value: number | undefined): number | undefined => (value === undefined ? undefined : value * KILO);

/** -1: it cannot tell. */
const freeOf = ({ 'download-dir-free-space': free = -1 }: Session): number | undefined => (free < 0 ? undefined : free);

export const toQueue = (torrents: readonly Torrent[]): readonly Download[] => torrents.map(toDownload);

function toDownload(torrent: Torrent): Download {
  const state = stateOf(torrent);
  return {
    id: torrent.hashString,
    downloadKey: torrent.hashString.toUpperCase(),
    name: torrent.name,
    state,
    sizeBytes: torrent.sizeWhenDone,
    leftBytes: torrent.leftUntilDone,
    downBps: torrent.rateDownload,
    upBps: torrent.rateUpload,
    etaSeconds: state === 'downloading' && torrent.eta >= 0 ? torrent.eta : undefined,
    reason: reasonOf(torrent, state),
    hash: torrent.hashString.toLowerCase(),
    category: torrent.labels?.[0],
    addedAt: torrent.addedDate ? new Date(torrent.addedDate * 1000).toISOString() : undefined,
    ratio: hundredths(torrent.uploadRatio),
    seedingSeconds: coarse(torrent.secondsSeeding),
  };
}

/** Only an error of the client itself is a failure: what a tracker says concerns one of many sources. */
function stateOf(torrent: Torrent): Download['state'] {
  if (torrent.error === LOCAL_ERROR) return 'failed';
  if (torrent.status === STOPPED) return isDone(torrent) ? 'completed' : 'paused';
  if (CHECKS.has(torrent.status)) return isDone(torrent) ? 'completed' : 'checking';
  if (torrent.status === DOWNLOADS) return moves(torrent) ? 'downloading' : 'stalled';
  return STATES[torrent.status] ?? 'queued';
}

const hasMetadata = (torrent: Torrent): boolean => torrent.metadataPercentComplete >= 1;

const isDone = (torrent: Torrent): boolean =>
  torrent.isFinished || (hasMetadata(torrent) && torrent.leftUntilDone === 0);

/** `isStalled` tells only of minutes without traffic, and only if that option is on. */
const moves = (torrent: Torrent): boolean =>
  hasMetadata(torrent) && !torrent.isStalled && (torrent.rateDownload > 0 || torrent.peersSendingToUs > 0);

function reasonOf(torrent: Torrent, state: Download['state']): string | undefined {
  if (state !== 'failed' && state !== 'stalled') return undefined;
  if (torrent.errorString !== '') return torrent.errorString;
  return hasMetadata(torrent) ? undefined : 'Waits for the metadata of its magnet link';
}
