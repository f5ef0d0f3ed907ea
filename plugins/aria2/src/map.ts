import type { downloadClient, downloadQueue, ItemIn } from '@sidelight/plugin-api';
import type { Download as Given, State } from './upstream.js';

type Download = ItemIn<typeof downloadQueue>;

/** Without what was removed, and what only brought another download: that one counts. */
export const toQueue = (downloads: readonly Given[]): readonly Download[] =>
  downloads.filter((one) => one.status !== 'removed' && (one.followedBy ?? []).length === 0).map(toDownload);

function toDownload(given: Given): Download {
  const state = stateOf(given);
  const { sizeBytes, leftBytes } = sizesOf(given);
  const downBps = Number(given.downloadSpeed);
  return {
    id: given.gid,
    downloadKey: given.infoHash?.toUpperCase() ?? given.gid,
    name: nameOf(given),
    state,
    sizeBytes,
    leftBytes,
    downBps,
    upBps: Number(given.uploadSpeed),
    etaSeconds: state === 'downloading' && downBps > 0 ? Math.ceil(leftBytes / downBps) : undefined,
    reason: reasonOf(given, state),
    hash: given.infoHash?.toLowerCase(),
    ratio: ratioOf(given),
  };
}

/** Of a torrent that has loaded something. */
const ratioOf = ({ infoHash, uploadLength, completedLength }: Given): number | undefined =>
  infoHash === undefined || uploadLength === undefined || completedLength === '0'
    ? undefined
    : Math.round((Number(uploadLength) / Number(completedLength)) * 100) / 100;

/** It cannot be paused as a whole, and knows nothing of its disk. */
export const toClient = ({ version, options }: State): ItemIn<typeof downloadClient> => ({
  version,
  downLimitBps: Number(options['max-overall-download-limit']),
  upLimitBps: Number(options['max-overall-upload-limit']),
});

/** A torrent that is done counts as seeding, also while it waits for a place, until it is paused or reaches its limit. */
function stateOf(given: Given): Download['state'] {
  if (given.status === 'error') return 'failed';
  if (given.status === 'complete') return 'completed';
  if (given.status === 'paused') return isDone(given) ? 'completed' : 'paused';
  if (given.verifiedLength !== undefined || given.verifyIntegrityPending === 'true') {
    return isDone(given) ? 'completed' : 'checking';
  }
  if (given.seeder === 'true') return 'seeding';
  if (given.status !== 'active') return 'queued';
  return getsNothing(given) ? 'stalled' : 'downloading';
}

const isDone = (given: Given): boolean => given.seeder === 'true' || (hasSize(given) && sizesOf(given).leftBytes === 0);

const hasSize = ({ totalLength }: Given): boolean => totalLength !== '0';

const lacksMetadata = ({ bittorrent }: Given): boolean => bittorrent !== undefined && bittorrent.info === undefined;

/** Of a torrent without seeds one can tell; whether a server is slow or silent, only time shows. */
const getsNothing = (given: Given): boolean =>
  lacksMetadata(given) || (given.infoHash !== undefined && given.downloadSpeed === '0' && given.numSeeders === '0');

function sizesOf(given: Given): Pick<Download, 'sizeBytes' | 'leftBytes'> {
  const selected = given.files.filter((file) => file.selected === 'true');
  const sizeBytes = hasSize(given)
    ? Number(given.totalLength)
    : selected.reduce((sum, file) => sum + Number(file.length), 0);
  return { sizeBytes, leftBytes: Math.max(0, sizeBytes - Number(given.completedLength)) };
}

/** Of a url only what follows its last slash: the rest may hold credentials. */
function nameOf({ gid, bittorrent, files }: Given): string {
  const [file] = files;
  const path = (file?.path ?? '').replace(/^\[(METADATA|MEMORY)\]/, '');
  return bittorrent?.info?.name ?? (lastOf(path) || lastOf(pathOf(file?.uris[0]?.uri ?? '')) || gid);
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const pathOf = (uri: string): string => (URL.canParse(uri) ? new URL(uri).pathname : '');

function reasonOf(given: Given, state: Download['state']): string | undefined {
  if (state === 'failed') return given.errorMessage || `aria2 gives the error code ${given.errorCode ?? 'unknown'}`;
  return state === 'stalled' && lacksMetadata(given) ? 'Waits for the metadata of its magnet link' : undefined;
}
