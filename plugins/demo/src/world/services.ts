/** The smaller services around the server: transcoding, the announcement bot, newsletters. */
import type {
  feedCounts,
  feedHits,
  ItemIn,
  newsletterCampaigns,
  transcodeCounts,
  transcodeQueue,
  transcodeWorkers,
} from '@sidelight/plugin-api';
import { catalogueFilm, FILMS } from './catalogue.js';
import { between, chance, pick } from './chance.js';
import { isPaused, pausedMs, TRANSCODING } from './edits.js';
import { film, INVENTED } from './titles.js';
import { USERS } from './users.js';
import { DAY, HOUR, iso, MINUTE, pace, SECOND, type World } from './world.js';

const WORKERS = [
  { node: 'Attic', takes: 11 * MINUTE },
  { node: 'Attic', takes: 17 * MINUTE },
  { node: 'Cellar', takes: 23 * MINUTE },
] as const;
/** A worker rests between two files. */
const BUSY_PART = 0.9;

/** As far as transcoding has come: while it is paused its time stands. */
const atWork = (world: World): World => ({
  ...world,
  now: world.now - pausedMs(world.edits.pauses.get(TRANSCODING) ?? [], 0, world.now),
});

export const workers = (outside: World): readonly ItemIn<typeof transcodeWorkers>[] => {
  const world = atWork(outside);
  const paused = isPaused(world.edits, TRANSCODING);
  return WORKERS.flatMap(({ node, takes }, index) => {
    const slot = pace(world, takes);
    const n = Math.floor(world.now / slot);
    const busy = slot * BUSY_PART;
    const done = world.now - n * slot;
    if (done >= busy) return [];
    const file = catalogueFilm(world, Math.floor(chance(world.seed, 'worker', index, n) * FILMS));
    const progress = Math.floor((done / busy) * 100);
    const etaSeconds = Math.ceil((busy - done) / SECOND);
    return [
      {
        id: `worker-${index}`,
        name: file.path.split('/').at(-1) ?? file.title,
        path: file.path,
        node,
        progress,
        etaSeconds: paused ? undefined : etaSeconds,
        kind: index === 2 ? 'healthcheck' : 'transcode',
        fps: Math.round(between(24, 140, world.seed, 'fps', index, n) * 10) / 10,
        paused,
      },
    ];
  });
};

/** What a file keeps one of the workers busy for, all of them taken together. */
const FILE_SECONDS = 340;

export function transcodeTotals(world: World): readonly ItemIn<typeof transcodeCounts>[] {
  const { seed, now } = atWork(world);
  const paused = isPaused(world.edits, TRANSCODING);
  const queued = waiting(seed, now);
  const done = 200 + (Math.floor(now / (25 * MINUTE)) % 10_000);
  return [
    {
      queued,
      errored: 2,
      erroredDay: 0,
      done,
      savedBytes: done * 2_300_000_000,
      paused,
      etaSeconds: paused ? undefined : Math.round((queued * FILE_SECONDS) / world.speed),
    },
  ];
}

const waiting = (seed: number, now: number): number =>
  Math.round(between(4, 30, seed, 'queued', Math.floor(now / (20 * MINUTE))));

/** The first of what waits. */
export function transcodeFiles(outside: World): readonly ItemIn<typeof transcodeQueue>[] {
  const world = atWork(outside);
  return Array.from({ length: Math.min(12, waiting(world.seed, world.now)) }, (_, index) => {
    const n = Math.floor(world.now / (20 * MINUTE)) + index;
    const file = catalogueFilm(world, Math.floor(chance(world.seed, 'waits', n) * FILMS));
    return {
      id: `file-${n}`,
      name: file.path.split('/').at(-1) ?? file.title,
      position: index + 1,
      path: file.path,
      kind: 'transcode',
      sizeBytes: file.sizeBytes,
      addedAt: iso((n - 12) * 20 * MINUTE),
    };
  });
}

const HIT_EVERY = 25 * MINUTE;
const INDEXERS = ['Example Tracker', 'Open Reels'] as const;
const FILTERS = ['Films 1080p', 'Shows on the air', 'Free films'] as const;
const CLIENTS = ['Send to torrent client', 'Send to release manager'] as const;

const REASONS: Readonly<Record<string, string>> = {
  rejected: 'Existing file is of the same quality',
  error: 'The client does not answer',
};

/** Of the last two weeks. */
export function feedTotals(world: World): readonly ItemIn<typeof feedCounts>[] {
  const all = hits(world, world.now - 14 * DAY);
  const count = (status: string) => all.filter((hit) => hit.status === status).length;
  return [
    {
      total: all.length,
      approved: count('approved'),
      rejected: count('rejected'),
      errored: count('error'),
      pending: 0,
    },
  ];
}

/** What the bot has matched since a moment. */
export function hits({ seed, now }: World, since: number): readonly ItemIn<typeof feedHits>[] {
  const first = Math.ceil(since / HIT_EVERY);
  const count = Math.max(0, Math.floor(now / HIT_EVERY) - first + 1);
  return Array.from({ length: count }, (_, index) => {
    const n = first + index;
    const work = film(n % INVENTED);
    const roll = chance(seed, 'hit', n);
    const status = roll < 0.75 ? ('approved' as const) : roll < 0.92 ? ('rejected' as const) : ('error' as const);
    return {
      id: `hit-${n}`,
      name: `${work.title.replaceAll(' ', '.')}.${work.year}.1080p.WEB-DL-HARBOR`,
      filter: pick(FILTERS, seed, 'hit', n, 'filter'),
      indexer: pick(INDEXERS, seed, 'hit', n, 'indexer'),
      actions: [
        { name: pick(CLIENTS, seed, 'hit', n, 'action'), type: 'client', status, reason: REASONS[status] ?? '' },
      ],
      status,
      sizeBytes: Math.round(between(1e9, 14e9, seed, 'hit', n, 'size')),
      at: iso(n * HIT_EVERY),
    };
  });
}

/** The first Friday of 1970, 18:00 UTC. */
const FRIDAY = DAY + 18 * HOUR;

export const newsletters = ({ seed, now }: World): readonly ItemIn<typeof newsletterCampaigns>[] =>
  (
    [
      ['weekly', 'New this week', 7 * DAY, 'Fridays'],
      ['monthly', 'The month in films', 28 * DAY, 'Every four weeks'],
    ] as const
  ).map(([id, name, every, frequency]) => {
    const n = Math.floor((now - FRIDAY) / every);
    const lastAt = n * every + FRIDAY;
    const lastOk = chance(seed, id, n) > 0.1;
    return {
      id,
      name,
      enabled: true,
      frequency,
      subject: `${name}: ${film(n % INVENTED).title} and more`,
      recipients: USERS.length,
      lastAt: iso(lastAt),
      lastKind: 'scheduled',
      lastResult: lastOk ? 'ok' : 'failed',
      nextAt: iso(lastAt + every),
    };
  });
