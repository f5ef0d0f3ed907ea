/** From Ombi's answers to port items. Pure. */
import type { ItemIn, issueCounts, issueItems, requestCounts, requestItems } from '@sidelight/plugin-api';
import type { Issue, IssueCount, Kind, Movie, RequestCount, Show, User } from './upstream.js';

export type RequestRow = ItemIn<typeof requestItems>;
type IssueRow = ItemIn<typeof issueItems>;

export const toRequestCounts = ({
  pending,
  approved,
  available,
  denied,
}: RequestCount): ItemIn<typeof requestCounts> => ({
  total: pending + approved + available + denied,
  pending,
  approved,
  available,
  declined: denied,
});

export const toIssueCounts = ({ pending, inProgress, resolved }: IssueCount): ItemIn<typeof issueCounts> => ({
  total: pending + inProgress + resolved,
  open: pending + inProgress,
  resolved,
});

/** What Ombi is told a request by. */
export interface Target {
  readonly kind: Kind;
  readonly id: number;
  readonly is4k: boolean;
}

/** Films and shows are numbered apart, and the two copies of a film are decided about apart: movie-8, movie-8-4k, tv-9001. */
export const ROW_ID = /^(?:(movie)-(\d{1,9})(-4k)?|(tv)-(\d{1,9}))$/;

export const rowIdOf = ({ kind, id, is4k }: Target): string => `${kind}-${id}${is4k ? '-4k' : ''}`;

export function targetOf(rowId: string): Target {
  const [, movie, movieId, quality, , showId] = ROW_ID.exec(rowId) ?? [];
  return { kind: movie === undefined ? 'tv' : 'movie', id: Number(movieId ?? showId), is4k: quality !== undefined };
}

/** One row for each copy that was asked for. */
export function movieRows(movie: Movie): readonly RequestRow[] {
  const at = timeOf(movie.requestedDate);
  const has4k = movie.has4KRequest === true;
  const common = {
    title: movie.title || `Movie ${movie.theMovieDbId ?? movie.id}`,
    type: 'movie' as const,
    requestedBy: requesterOf(movie),
    tmdb: idOf(movie.theMovieDbId),
    imdb: movie.imdbId || undefined,
  };
  const ordinary: RequestRow = {
    ...common,
    id: rowIdOf({ kind: 'movie', id: movie.id, is4k: false }),
    status: statusOf(movie),
    reason: reasonOf(movie),
    requestedAt: at,
    is4k: false,
  };
  if (!has4k) return [ordinary];
  const copy = {
    approved: movie.approved4K,
    available: movie.available4K,
    denied: movie.denied4K,
    deniedReason: movie.deniedReason4K,
  };
  const in4k: RequestRow = {
    ...common,
    id: rowIdOf({ kind: 'movie', id: movie.id, is4k: true }),
    status: statusOf(copy),
    reason: reasonOf(copy),
    requestedAt: timeOf(movie.requestedDate4k),
    is4k: true,
  };
  return at === undefined ? [in4k] : [ordinary, in4k];
}

export function showRow(show: Show): RequestRow {
  const { parentRequest: work, seasonRequests } = show;
  const seasons = [...new Set((seasonRequests ?? []).map(({ seasonNumber }) => seasonNumber))];
  return {
    id: rowIdOf({ kind: 'tv', id: show.id, is4k: false }),
    title: work?.title || show.title || `Show ${show.id}`,
    type: 'show',
    status: isInPart(show) ? 'partial' : statusOf(show),
    reason: reasonOf(show),
    requestedBy: requesterOf(show),
    requestedAt: timeOf(show.requestedDate),
    is4k: false,
    seasons: seasons.length === 0 ? undefined : seasons.sort((a, b) => a - b),
    tmdb: idOf(work?.externalProviderId),
    tvdb: idOf(work?.tvDbId),
    imdb: work?.imdbId || undefined,
  };
}

/** Of a request, or of the 4K copy of one. */
interface State {
  readonly approved?: boolean | null | undefined;
  readonly available?: boolean | null | undefined;
  readonly denied?: boolean | null | undefined;
  readonly deniedReason?: string | null | undefined;
}

/** What is there is there, whoever declined it; a film that was found on the server was never approved. */
function statusOf({ approved, available, denied }: State): RequestRow['status'] {
  if (available === true) return 'available';
  if (denied === true) return 'declined';
  return approved === true ? 'approved' : 'pending';
}

const reasonOf = (state: State): string | undefined =>
  statusOf(state) === 'declined' ? state.deniedReason || undefined : undefined;

const isInPart = (show: Show): boolean =>
  statusOf(show) === 'approved' &&
  (show.seasonRequests ?? []).some(({ episodes }) => (episodes ?? []).some(({ available }) => available === true));

/** Why an action must not be asked for: Ombi would approve what was declined, and decline what is there. */
export const refusalOf = (status: RequestRow['status'] | undefined): string | undefined =>
  status === undefined || status === 'pending'
    ? undefined
    : `Only pending requests can be approved or declined: this one is ${WORDS[status] ?? status} already`;

const WORDS: Readonly<Record<string, string>> = { partial: 'available in part' };

const ISSUE_STATUSES: Readonly<Record<number, IssueRow['status']>> = { 0: 'open', 1: 'progress', 2: 'resolved' };

export const toIssue = (issue: Issue): IssueRow => ({
  id: String(issue.id),
  title: issue.title || 'Unknown title',
  status: ISSUE_STATUSES[issue.status] ?? 'unknown',
  type: issueType(issue.issueCategory?.value ?? ''),
  reportedBy: issue.userReported ? nameOf(issue.userReported) : DELETED,
  createdAt: timeOf(issue.createdDate) ?? NEVER,
  comment: [...new Set([issue.subject, issue.description])].filter(Boolean).join(': ') || undefined,
});

/** Categories are the household's own words. */
function issueType(category: string): IssueRow['type'] {
  if (/subtitle|caption/i.test(category)) return 'subtitles';
  if (/audio|sound/i.test(category)) return 'audio';
  return /video|picture|image/i.test(category) ? 'video' : 'other';
}

const DELETED = 'Deleted user';

const requesterOf = ({ requestedByAlias, requestedUser }: Pick<Movie, 'requestedByAlias' | 'requestedUser'>): string =>
  withoutHost(requestedByAlias ?? '') || (requestedUser ? nameOf(requestedUser) : DELETED);

const nameOf = ({ userAlias, userName }: User): string => withoutHost(userAlias || userName || '') || 'Unknown user';

/** Who signs in by mail address is called by it. */
const withoutHost = (name: string): string => name.replace(/@\S+\.\S+$/, '').trim();

const idOf = (id: number | null | undefined): string | undefined => (id ? String(id) : undefined);

const NEVER = new Date(0).toISOString();

/** UTC, also where older versions leave the Z out. */
function timeOf(text: string | null | undefined): string | undefined {
  if (!text || text.startsWith('0001-')) return undefined;
  const at = new Date(/(?:Z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
