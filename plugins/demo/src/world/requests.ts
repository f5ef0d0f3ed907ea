/** What people asked for. A request becomes a download when its time comes, or when somebody approves it. */
import {
  type ItemIn,
  type issueCounts,
  type issueItems,
  refTo,
  type requestCounts,
  type requestItems,
} from '@sidelight/plugin-api';
import { catalogueFilm, FILMS, SERIES } from './catalogue.js';
import { between, chance, pick } from './chance.js';
import { decisionAt } from './edits.js';
import { downloadKey, type Job, jobs } from './jobs.js';
import { arrivalId } from './library.js';
import { type Phase, progressOf } from './progress.js';
import { series } from './titles.js';
import { USERS } from './users.js';
import { DAY, HOUR, iso, MINUTE, pace, type World } from './world.js';

type Row = ItemIn<typeof requestItems>;
type Issue = ItemIn<typeof issueItems>;

/** Between the manager's approval and the first download. */
const APPROVED = 10 * MINUTE;

export const requests = (world: World): readonly Row[] =>
  jobs(world).flatMap((job) =>
    job.request === undefined || job.requestedAt > world.now ? [] : [rowOf(world, job, job.request)],
  );

function rowOf(world: World, job: Job, id: string): Row {
  const status = statusOf(world, job, id);
  const fetched = !job.declined && job.startAt <= world.now;
  return {
    id,
    title: job.work.title,
    type: job.pack === undefined ? 'movie' : 'show',
    status,
    requestedBy: pick(USERS, world.seed, job.key, 'by').name,
    requestedAt: iso(job.requestedAt),
    reason: REASONS[status],
    image: `/images/request-${id}`,
    is4k: job.pack === undefined && chance(world.seed, job.key, '4k') < 0.12,
    seasons: job.pack === undefined ? undefined : [1],
    mediaItemId: refTo(status === 'available' ? arrivalId(job) : '', world.id),
    downloadKeys: fetched ? [downloadKey(job)] : undefined,
    tmdb: job.work.tmdb,
    tvdb: job.work.tvdb,
    imdb: job.work.imdb,
  };
}

const REASONS: Readonly<Partial<Record<Row['status'], string>>> = {
  declined: 'It is on another service already',
  failed: 'Parts of the release are missing',
};

const STATUS: Readonly<Partial<Record<Phase, Row['status']>>> = {
  done: 'available',
  failed: 'failed',
  removed: 'approved',
};

function statusOf(world: World, job: Job, id: string): Row['status'] {
  const approved = decisionAt(world.edits, id, 'approve') !== undefined;
  if (decisionAt(world.edits, id, 'decline') !== undefined) return 'declined';
  if (world.now < job.startAt) {
    const soon = !job.declined && world.now >= job.startAt - pace(world, APPROVED);
    return approved || soon ? 'approved' : 'pending';
  }
  if (job.declined) return 'declined';
  const { phase } = progressOf(world, job);
  if (phase === 'blocked' && job.pack !== undefined) return 'partial';
  return STATUS[phase] ?? 'processing';
}

export function requestTotals(world: World): readonly ItemIn<typeof requestCounts>[] {
  const all = requests(world);
  const count = (...statuses: readonly Row['status'][]) => all.filter(({ status }) => statuses.includes(status)).length;
  return [
    {
      total: all.length,
      pending: count('pending'),
      approved: count('approved'),
      available: 0,
      completed: count('available'),
      deleted: 0,
      processing: count('processing', 'partial'),
      declined: count('declined'),
      failed: count('failed'),
    },
  ];
}

const ISSUE_EVERY = 30 * HOUR;
const ISSUES = 12;

const COMMENTS: Readonly<Record<Issue['type'], string>> = {
  video: 'The picture freezes after half an hour',
  audio: 'The sound runs ahead of the picture',
  subtitles: 'The subtitles are those of another cut',
  other: 'It is not what its title says',
};

/** Every third is about an episode. */
function aboutOf(world: World, n: number): Pick<Issue, 'title' | 'season' | 'episode'> {
  const part = chance(world.seed, 'issue', n, 'film');
  if (n % 3 !== 0) return { title: catalogueFilm(world, Math.floor(part * FILMS)).title };
  return { title: series(Math.floor(part * SERIES)).title, season: 1, episode: 1 + Math.floor(part * 8) };
}

/** Somebody reports something every 30 hours; most of it is put right within two days. */
export function issues(world: World): readonly Issue[] {
  const { seed, now } = world;
  const latest = Math.floor(now / ISSUE_EVERY);
  return Array.from({ length: ISSUES }, (_, index) => {
    const n = latest - index;
    const createdAt = n * ISSUE_EVERY;
    const resolvedAt = createdAt + between(6 * HOUR, 2 * DAY, seed, 'issue', n, 'resolved');
    const type = pick(['video', 'audio', 'subtitles', 'other'] as const, seed, 'issue', n, 'type');
    return {
      id: String(n),
      ...aboutOf(world, n),
      status: now >= resolvedAt && chance(seed, 'issue', n, 'left') > 0.15 ? 'resolved' : 'open',
      type,
      reportedBy: pick(USERS, seed, 'issue', n, 'by').name,
      createdAt: iso(createdAt),
      comments: Math.floor(chance(seed, 'issue', n, 'comments') * 3) + 1,
      comment: COMMENTS[type],
    };
  });
}

export function issueTotals(world: World): readonly ItemIn<typeof issueCounts>[] {
  const all = issues(world);
  const open = all.filter(({ status }) => status === 'open').length;
  return [{ total: all.length, open, resolved: all.length - open }];
}
