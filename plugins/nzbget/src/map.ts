import type { downloadClient, downloadQueue, ItemIn } from '@sidelight/plugin-api';
import { isRecent, withoutQueries } from '@sidelight/usenet';
import { outcomeOf, reasonOf } from './outcome.js';
import type { Entry, Group, Status } from './upstream.js';

type Download = ItemIn<typeof downloadQueue>;

const FORCED = 900;

/** Groups that load or wait for it; every other status is a step of what is done to a finished one. */
const LOADING: ReadonlySet<string> = new Set(['QUEUED', 'PAUSED', 'DOWNLOADING', 'FETCHING']);

/** Whether NZBGet's own status is needed to tell what becomes of this group. */
export const isStarted = (group: Group): boolean => group.Status === 'QUEUED' || group.Status === 'DOWNLOADING';

export const isHeldBack = (group: Group, { DownloadPaused }: Status): boolean =>
  DownloadPaused && group.MaxPriority < FORCED;

/** The queue, then what finished lately. A job that is in both goes by the queue, which was asked more recently. */
export function toQueue(
  groups: readonly Group[],
  status: Status,
  history: readonly Entry[],
  now: Date,
): readonly Download[] {
  const queued = groups.map((group) => fromGroup(group, status));
  const first = queued.find(({ state }) => state === 'downloading');
  const ids = new Set(queued.map(({ id }) => id));
  const finished = history.flatMap((entry) => fromEntry(entry, now)).filter(({ id }) => !ids.has(id));
  return [...queued.map((one) => (one === first ? withSpeed(one, status.DownloadRate) : one)), ...finished];
}

/** NZBGet tells one speed for all, and loads one download after the other. */
const withSpeed = (download: Download, rate: number): Download => ({
  ...download,
  downBps: rate,
  etaSeconds: rate > 0 ? Math.round(download.leftBytes / rate) : undefined,
});

function fromGroup(group: Group, status: Status): Download {
  const remaining = bytes(group.RemainingSizeHi, group.RemainingSizeLo);
  const paused = bytes(group.PausedSizeHi, group.PausedSizeLo);
  const state = stateOf(group, remaining > 0 && remaining === paused, status);
  return {
    ...common(group),
    state,
    // Files that are paused one by one are the spare blocks for a repair that may never be needed.
    leftBytes: remaining === paused && state === 'paused' ? remaining : remaining - paused,
  };
}

function stateOf(group: Group, allPaused: boolean, status: Status): Download['state'] {
  if (!LOADING.has(group.Status)) return 'checking';
  // A download that was just paused still ends the articles that it had begun.
  if (group.Status === 'PAUSED' || allPaused || (isStarted(group) && isHeldBack(group, status))) return 'paused';
  return group.Status === 'DOWNLOADING' ? 'downloading' : 'queued';
}

/** None for what somebody has deleted, and for what finished long ago. */
function fromEntry(entry: Entry, now: Date): readonly Download[] {
  const outcome = outcomeOf(entry.Status);
  if (outcome === undefined || !isRecent(entry.HistoryTime, outcome, now)) return [];
  const reason = outcome === 'failed' ? reasonOf(entry.Status) : undefined;
  return [{ ...common(entry), state: outcome, leftBytes: 0, reason }];
}

const common = (job: Group | Entry) => ({
  id: String(job.NZBID),
  downloadKey: job.Parameters.find(({ Name }) => Name === 'drone')?.Value ?? String(job.NZBID),
  name: nameOf(job),
  sizeBytes: bytes(job.FileSizeHi, job.FileSizeLo),
  downBps: 0,
  upBps: 0,
  category: job.Category || undefined,
});

/** What was added by an address alone is named after it, without its scheme: the query holds the indexer's key. */
const nameOf = ({ Kind, NZBName }: Group | Entry): string =>
  Kind === 'URL' ? withoutQueries(`http://${NZBName}`).slice('http://'.length) : NZBName;

interface State {
  readonly version: string;
  readonly status: Status;
}

export const toClient = ({ version, status }: State): ItemIn<typeof downloadClient> => ({
  version,
  paused: status.DownloadPaused,
  downLimitBps: status.DownloadLimit,
  freeBytes:
    status.FreeDiskSpaceHi === undefined || status.FreeDiskSpaceLo === undefined
      ? undefined
      : bytes(status.FreeDiskSpaceHi, status.FreeDiskSpaceLo),
});

const bytes = (high: number, low: number): number => high * 2 ** 32 + low;
