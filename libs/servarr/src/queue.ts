/** From records of the queue to one row per download. Pure. */
import type { ItemIn, releaseQueue } from '@sidelight/plugin-api';
import { isoTime } from './calendar.js';
import { byDownload, commonSubject, downloadKeyOf, idsOf, type ReleaseType, type Subject } from './release.js';
import { sentencesOf, withoutFolders } from './sentences.js';
import type { QueueRecord } from './upstream.js';

export type QueueRow = ItemIn<typeof releaseQueue>;
type State = QueueRow['state'];

/** Of a download's records, the one whose state comes first here speaks for it. */
const RANK: readonly State[] = ['blocked', 'failed', 'importing', 'downloading', 'queued', 'imported'];

/** By what the manager does, where that says more than what the client does. */
const BY_MANAGER: Readonly<Record<string, State>> = {
  importBlocked: 'blocked',
  importFailed: 'blocked',
  importing: 'importing',
  imported: 'imported',
  failed: 'failed',
  failedPending: 'failed',
  downloadFailed: 'failed',
  downloadFailedPending: 'failed',
};

/** By what the client does; in any other state nothing moves yet. */
const BY_CLIENT: Readonly<Record<string, State>> = {
  downloading: 'downloading',
  warning: 'downloading',
  completed: 'importing',
  failed: 'failed',
};

/** Reasons that the manager tells by the status alone. */
const REASONS: Readonly<Record<string, string>> = {
  delay: 'Waiting for its delay profile',
  downloadClientUnavailable: 'The download client does not answer',
};

const MOST_SENTENCES = 3;

export function queueRows<R extends QueueRecord>(
  type: ReleaseType,
  records: readonly R[],
  subjectOf: (record: R) => Subject,
): readonly QueueRow[] {
  // What it was told to ignore, the manager does not follow any more.
  const followed = records.filter((record) => record.trackedDownloadState !== 'ignored');
  return [...byDownload(followed, rowIdOf)].map(([id, group]) => {
    const { work, season, is4k } = commonSubject(group.map(subjectOf));
    const speaker = group.reduce((a, b) => (rankOf(b) < rankOf(a) ? b : a));
    return {
      id,
      downloadKey: downloadKeyOf(speaker.downloadId),
      title: work?.title ?? speaker.title ?? id,
      type,
      state: stateOf(speaker),
      message: messageOf(speaker),
      warnings: warningsOf(speaker),
      release: speaker.title || undefined,
      client: speaker.downloadClient || undefined,
      ...delayOf(speaker),
      quality: speaker.quality?.quality.name || undefined,
      sizeBytes: speaker.size ? Math.round(speaker.size) : undefined,
      leftBytes: speaker.size ? Math.round(speaker.sizeleft ?? speaker.size) : undefined,
      season,
      is4k,
      records: group.length,
      ...idsOf(work),
    };
  });
}

/** What its client finds wrong, while the manager itself waits for it; or that there is no client to be had. */
function warningsOf(record: QueueRecord): string[] | undefined {
  const message = messageOf(record);
  const isWarned = record.status === 'warning' && stateOf(record) === 'downloading';
  const isHindered = isWarned || record.status === 'downloadClientUnavailable';
  return isHindered && message !== undefined ? [message] : undefined;
}

/** What its row is known by: numbers of records change with what they hold. */
export const rowIdOf = (record: QueueRecord): string => downloadKeyOf(record.downloadId) ?? String(record.id);

export const isDelayed = ({ status }: QueueRecord): boolean => status === 'delay';

function delayOf(record: QueueRecord): Pick<QueueRow, 'delayed' | 'dueAt'> {
  if (!isDelayed(record)) return {};
  const until = record.estimatedCompletionTime;
  return { delayed: true, dueAt: until ? isoTime(until) : undefined };
}

const rankOf = (record: QueueRecord): number => RANK.indexOf(stateOf(record));

function stateOf(record: QueueRecord): State {
  const { trackedDownloadState: tracked, status } = record;
  if (tracked === 'importPending') return isHeldUp(record) ? 'blocked' : 'importing';
  return BY_MANAGER[tracked ?? ''] ?? BY_CLIENT[status ?? ''] ?? 'queued';
}

/** Before there was `importBlocked`, an import that needs a decision was one that waits with a warning. */
const isHeldUp = ({ trackedDownloadStatus: status }: QueueRecord): boolean =>
  status === 'warning' || status === 'error';

function messageOf(record: QueueRecord): string | undefined {
  const sentences = sentencesOf(record);
  if (sentences.length > 0) return sentences.slice(0, MOST_SENTENCES).join('; ');
  const { errorMessage, status, outputPath } = record;
  return errorMessage ? withoutFolders(errorMessage, outputPath) : REASONS[status ?? ''];
}
