/** The smaller services around the server: transcoding, cleanup, invites, the announcement bot, newsletters. */
import {
  type cleanupCounts,
  type cleanupItems,
  type feedHits,
  type ItemIn,
  type inviteItems,
  type newsletterCampaigns,
  refTo,
  type transcodeCounts,
  type transcodeWorkers,
} from '@sidelight/plugin-api';
import { catalogueFilm, catalogueFilms, FILMS } from './catalogue.js';
import { between, chance, hex, pick } from './chance.js';
import { film, INVENTED } from './titles.js';
import { DAY, HOUR, iso, MINUTE, pace, SECOND, type World } from './world.js';

const WORKERS = [
  { node: 'Attic', takes: 11 * MINUTE },
  { node: 'Attic', takes: 17 * MINUTE },
  { node: 'Cellar', takes: 23 * MINUTE },
] as const;
/** A worker rests between two files. */
const BUSY_PART = 0.9;

export const workers = (world: World): readonly ItemIn<typeof transcodeWorkers>[] =>
  WORKERS.flatMap(({ node, takes }, index) => {
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
        etaSeconds,
      },
    ];
  });

export const transcodeTotals = ({ seed, now }: World): readonly ItemIn<typeof transcodeCounts>[] => [
  { queued: Math.round(between(4, 30, seed, 'queued', Math.floor(now / (20 * MINUTE)))), errored: 2 },
];

const COLLECTIONS = ['Watched and old', 'Never watched'] as const;
const CLEANUPS = 9;

/** Every day the next film comes to be due, twelve days ahead. */
export function cleanups(world: World): readonly ItemIn<typeof cleanupItems>[] {
  const today = Math.floor(world.now / DAY);
  const films = catalogueFilms(world);
  return Array.from({ length: CLEANUPS }, (_, index) => {
    const day = today + 1 + index;
    const number = day % films.length;
    const { id, title, sizeBytes, tmdb, imdb } = films[number] ?? catalogueFilm(world, number);
    const collection = pick(COLLECTIONS, world.seed, 'cleanup', day);
    return {
      id: `cleanup-${number}`,
      itemId: refTo(id, world.id),
      title,
      kind: 'movie',
      collection,
      dueAt: iso(day * DAY + 3 * HOUR),
      sizeBytes,
      tmdb,
      imdb,
    };
  });
}

export function cleanupTotals(world: World): readonly ItemIn<typeof cleanupCounts>[] {
  const all = cleanups(world);
  const reclaimableBytes = all.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  return [{ collections: new Set(all.map(({ collection }) => collection)).size, reclaimableBytes }];
}

const INVITE_EVERY = 2 * DAY;
const INVITE_LASTS = 7 * DAY;

export function invites({ seed, now }: World): readonly ItemIn<typeof inviteItems>[] {
  const latest = Math.floor(now / INVITE_EVERY);
  return Array.from({ length: 8 }, (_, index) => {
    const n = latest - index;
    const expires = n * INVITE_EVERY + INVITE_LASTS;
    const usedAt = chance(seed, 'invite', n) < 0.4 ? n * INVITE_EVERY + DAY : Number.POSITIVE_INFINITY;
    const status = now >= usedAt ? 'used' : now >= expires ? 'expired' : 'active';
    return { code: hex(8, seed, 'invite', n).toUpperCase(), status, expires: iso(expires) };
  });
}

const HIT_EVERY = 25 * MINUTE;
const INDEXERS = ['Example Tracker', 'Open Reels'] as const;
const FILTERS = ['Films 1080p', 'Shows on the air', 'Free films'] as const;
const CLIENTS = ['Send to torrent client', 'Send to release manager'] as const;

/** What the bot has matched since a moment. */
export function hits({ seed, now }: World, since: number): readonly ItemIn<typeof feedHits>[] {
  const first = Math.ceil(since / HIT_EVERY);
  const count = Math.max(0, Math.floor(now / HIT_EVERY) - first + 1);
  return Array.from({ length: count }, (_, index) => {
    const n = first + index;
    const work = film(n % INVENTED);
    const roll = chance(seed, 'hit', n);
    return {
      id: `hit-${n}`,
      name: `${work.title.replaceAll(' ', '.')}.${work.year}.1080p.WEB-DL-HARBOR`,
      filter: pick(FILTERS, seed, 'hit', n, 'filter'),
      indexer: pick(INDEXERS, seed, 'hit', n, 'indexer'),
      action: pick(CLIENTS, seed, 'hit', n, 'action'),
      status: roll < 0.75 ? 'approved' : roll < 0.92 ? 'rejected' : 'error',
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
    return { id, name, enabled: true, frequency, lastAt: iso(lastAt), lastOk, nextAt: iso(lastAt + every) };
  });
