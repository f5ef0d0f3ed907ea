import {
  type ItemIn,
  type issueCounts,
  type issueItems,
  refTo,
  type requestCounts,
  type requestItems,
  type serviceJobs,
} from '@sidelight/plugin-api';
import type { Issue, IssueCount, Jobs, Media, Movie, Request, RequestCount, User, WorkType } from './upstream.js';

type RequestRow = ItemIn<typeof requestItems>;
type IssueRow = ItemIn<typeof issueItems>;

/** What titles are looked up by. */
export interface Work {
  readonly type: WorkType;
  readonly tmdb: number | undefined;
}

/** What is looked up of a work. */
export interface Title {
  readonly title: string;
  /** As TMDB calls its poster: "/….jpg" */
  readonly image?: string;
}

/** A title as far as it is known by now. */
export type TitleOf = (work: Work) => Title | undefined;

/** @param posterPath null or nothing: there is none */
export const toTitle = (title: string, posterPath: Movie['posterPath'] | undefined): Title => ({
  title,
  ...(posterPath ? { image: posterPath } : {}),
});

/** What the manager's own counters leave out. */
export interface Tallies {
  readonly failed: number;
  /** Of the completed requests, those whose media were deleted later. */
  readonly deleted: number;
  /** The same of those that were never completed, because the database is older than that status. */
  readonly deletedApproved: number;
}

const PENDING = 1;
const APPROVED = 2;
const FAILED = 4;
const COMPLETED = 5;
/** By request status, but for APPROVED, which depends on how far the media are. */
const STATUSES: Readonly<Record<number, RequestRow['status']>> = {
  1: 'pending',
  3: 'declined',
  4: 'failed',
  5: 'available',
};

/** By media status, while its request is approved. */
const PROGRESS: Readonly<Record<number, RequestRow['status']>> = { 3: 'processing', 4: 'partial', 5: 'available' };
const DELETED = 7;

const TYPES = { movie: 'movie', tv: 'show' } as const;
const WORDS = { movie: 'Movie', tv: 'Show' } as const;
const ISSUE_TYPES: Readonly<Record<number, IssueRow['type']>> = { 1: 'video', 2: 'audio', 3: 'subtitles' };
const ISSUE_STATUSES: Readonly<Record<number, IssueRow['status']>> = { 1: 'open', 2: 'resolved' };

export function toRequestCounts(count: RequestCount, tallies: Tallies): ItemIn<typeof requestCounts> {
  const { failed, deleted, deletedApproved } = tallies;
  const isKept = hasCompleted(count) || deletedApproved > 0;
  return {
    total: count.total,
    pending: count.pending,
    approved: Math.max(0, count.approved - count.available - deletedApproved),
    available: count.available,
    completed: isKept ? (count.completed ?? 0) + deletedApproved : undefined,
    deleted: isKept ? deleted + deletedApproved : undefined,
    processing: count.processing,
    declined: count.declined ?? undefined,
    failed,
  };
}

/** Approved once, and its media are gone. */
export const isDeletedApproved = (request: Request): boolean =>
  request.status === APPROVED &&
  statusOf(request.status, copyOf(request.media ?? {}, request.is4k === true)) === 'deleted';

/** Whether the version tells available requests by their own status 5. */
export const hasCompleted = ({ completed }: RequestCount): boolean => completed !== undefined && completed !== null;

export const toIssueCounts = ({ total, open, closed }: IssueCount): ItemIn<typeof issueCounts> => ({
  total,
  open,
  resolved: closed,
});

export const toJobs = (jobs: Jobs): readonly ItemIn<typeof serviceJobs>[] =>
  jobs.map(({ id, name, nextExecutionTime, running }) => ({
    id,
    name,
    state: running === true ? 'running' : 'idle',
    nextAt: nextExecutionTime ? new Date(nextExecutionTime).toISOString() : undefined,
  }));

export const workOfRequest = ({ type, media }: Request): Work => ({ type, tmdb: idOf(media?.tmdbId) });

export const workOfIssue = ({ media }: Issue): Work => ({
  type: media?.mediaType ?? 'movie',
  tmdb: idOf(media?.tmdbId),
});

export function toRequest(request: Request, titleOf: TitleOf): RequestRow {
  const is4k = request.is4k === true;
  const copy = copyOf(request.media ?? {}, is4k);
  const work = workOfRequest(request);
  const known = titleOf(work);
  const seasons = [...new Set((request.seasons ?? []).map(({ seasonNumber }) => seasonNumber))];
  return {
    id: String(request.id),
    title: known?.title ?? nameOf(work),
    image: known?.image,
    type: TYPES[request.type],
    status: statusOf(request.status, copy),
    requestedBy: userName(request.requestedBy),
    requestedAt: request.createdAt,
    reason: request.failureReason || undefined,
    is4k,
    seasons: seasons.length === 0 ? undefined : seasons.sort((a, b) => a - b),
    mediaItemId: copy.mediaItemId === undefined ? undefined : refTo(copy.mediaItemId),
    downloadKeys: copy.downloadKeys.length === 0 ? undefined : copy.downloadKeys,
    tmdb: work.tmdb?.toString(),
    tvdb: idOf(request.media?.tvdbId)?.toString(),
    imdb: request.media?.imdbId || undefined,
  };
}

export function toIssue(issue: Issue, titleOf: TitleOf): IssueRow {
  const work = workOfIssue(issue);
  return {
    id: String(issue.id),
    title: titleOf(work)?.title ?? (issue.media ? nameOf(work) : 'Unknown title'),
    status: ISSUE_STATUSES[issue.status] ?? 'unknown',
    type: ISSUE_TYPES[issue.issueType] ?? 'other',
    reportedBy: userName(issue.createdBy),
    createdAt: issue.createdAt,
    season: issue.problemSeason || undefined,
    episode: issue.problemEpisode || undefined,
    comments: issue.comments?.length,
    comment: issue.comments?.[0]?.message || undefined,
  };
}

interface Copy {
  readonly status: number | undefined;
  readonly mediaItemId: string | undefined;
  /** In capitals, each once. */
  readonly downloadKeys: string[];
}

/** The copy that a request is about: the ordinary one or the one in 4K. */
function copyOf(media: Media, is4k: boolean): Copy {
  const loading = (is4k ? media.downloadStatus4k : media.downloadStatus) ?? [];
  return {
    status: (is4k ? media.status4k : media.status) ?? undefined,
    mediaItemId:
      (is4k ? media.jellyfinMediaId4k || media.ratingKey4k : media.jellyfinMediaId || media.ratingKey) || undefined,
    downloadKeys: [...new Set(loading.flatMap(({ downloadId }) => (downloadId ? [downloadId.toUpperCase()] : [])))],
  };
}

/**
 * Media that are loading count as processing even where their status lags behind, as it does for good when the request
 * was sent on and saved at once. Those that were there may have been deleted since.
 */
function statusOf(requestStatus: number, { status = 0, downloadKeys }: Copy): RequestRow['status'] {
  const isDeleted = status === DELETED;
  if (requestStatus !== APPROVED) return isDeleted && requestStatus === COMPLETED ? 'deleted' : known(requestStatus);
  return PROGRESS[status] ?? (downloadKeys.length > 0 ? 'processing' : isDeleted ? 'deleted' : 'approved');
}

/** Why an action must not be asked for: some versions do it whatever the state, and overwrite what was decided. */
export function refusalOf(
  verb: 'approve' | 'decline' | 'retry',
  requestStatus: number | undefined,
): string | undefined {
  const wanted = verb === 'retry' ? FAILED : PENDING;
  const word = requestStatus === undefined ? undefined : WORDS_OF_STATUS[requestStatus];
  if (requestStatus === wanted || word === undefined) return undefined;
  const rule = verb === 'retry' ? 'Only failed requests can be retried' : ONLY_PENDING;
  return `${rule}: this one is ${word}`;
}

const ONLY_PENDING = 'Only pending requests can be approved or declined';
const WORDS_OF_STATUS: Readonly<Record<number, string>> = {
  1: 'pending',
  2: 'approved already',
  3: 'declined already',
  4: 'one that has failed',
  5: 'completed',
};

/** A status that this table does not know is one of a later version. */
const known = (requestStatus: number): RequestRow['status'] => STATUSES[requestStatus] ?? 'unknown';

/** Stands in for a title that is not known, always the same. */
const nameOf = ({ type, tmdb }: Work): string =>
  tmdb === undefined ? `${WORDS[type]} without a TMDB id` : `${WORDS[type]} tmdb:${tmdb}`;

const idOf = (id: number | null | undefined): number | undefined => (id ? id : undefined);

const userName = (user: User | null | undefined): string =>
  user ? user.displayName || `User ${user.id}` : 'Deleted user';
