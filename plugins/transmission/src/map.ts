import type { downloadQueue, Health, ItemIn } from '@sidelight/plugin-api';
import type { Session, Torrent } from './upstream.js';

type Download = ItemIn<typeof downloadQueue>;

const STOPPED = 0;
const DOWNLOADS = 4;
const LOCAL_ERROR = 3;

/** By `status`. A torrent that is done and not stopped counts as seeding, also while it waits for a place. */
const STATES: Readonly<Record<number, Download['state']>> = {
  1: 'checking',
  2: 'checking',
  3: 'queued',
  5: 'seeding',
  6: 'seeding',
};

/** "4.1.4 (a6d907d9ea)" without the revision. */
export const toHealth = ({ version }: Session): Health => ({ name: 'Transmission', version: version.split(' ')[0] });

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
  };
}

/** Only an error of the client itself is a failure: what a tracker says concerns one of many sources. */
function stateOf(torrent: Torrent): Download['state'] {
  if (torrent.error === LOCAL_ERROR) return 'failed';
  if (torrent.status === STOPPED) return isDone(torrent) ? 'completed' : 'paused';
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
