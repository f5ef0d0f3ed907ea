/** What is fetched, when, and how it goes: films and season packs one after the other, and every airing. */
import { type Airing, airingsBetween } from './airings.js';
import { between, chance, hex } from './chance.js';
import { decisionAt } from './edits.js';
import { film, series, type Work } from './titles.js';
import { DAY, HOUR, MINUTE, pace, type World } from './world.js';

/** Between two films or packs, in life. */
const SPACING = 50 * MINUTE;
/** So many of the latest films and packs are remembered; cleanup has taken the others. */
export const REMEMBERED = 144;
/** How far ahead requests are made. */
const AHEAD = 12;
/** Airings of so many days are remembered. */
const AIRING_DAYS = 21;
export const PACK_EPISODES = 8;
/** One of so many films and packs makes no progress for a while: longer than it takes until the next one does. */
const STALLS_EVERY = 5;

export interface Job {
  /** `m-<n>` of a film or pack, `e-<series>-<n>` of an airing. */
  readonly key: string;
  readonly type: 'movie' | 'episode';
  readonly work: Work;
  /** Of a pack: its series' number. */
  readonly pack?: number;
  readonly airing?: Airing;
  readonly sizeBytes: number;
  /** When it is sent to the client, unless somebody decides otherwise. */
  readonly startAt: number;
  readonly downloadMs: number;
  readonly fate: 'well' | 'stalls' | 'fails' | 'blocked';
  readonly torrent: boolean;
  /** The info hash in lower case, or a queue id. */
  readonly id: string;
  readonly releaseName: string;
  /** The id of the request that it is for. */
  readonly request?: string;
  readonly requestedAt: number;
  readonly declined: boolean;
}

const PACKS_FROM = 200;

/** Everything that is remembered, under way, or requested ahead. */
export function jobs(world: World): readonly Job[] {
  const latest = Math.floor(world.now / pace(world, SPACING));
  const works = Array.from({ length: REMEMBERED + AHEAD }, (_, index) =>
    workJob(world, latest - REMEMBERED + 1 + index),
  );
  const airings = airingsBetween(world.now - AIRING_DAYS * DAY, world.now).filter((airing) => airing.monitored);
  return [...works, ...airings.map((airing) => airingJob(world, airing))];
}

function workJob(world: World, n: number): Job {
  const key = `m-${n}`;
  const is = (what: string, low: number, high: number) => between(low, high, world.seed, key, what);
  const pack = n % 6 === 4 ? PACKS_FROM + (n % 97) : undefined;
  const work = pack === undefined ? film(150 + (n % 300)) : series(pack);
  const wished = chance(world.seed, key, 'wished') < 0.8;
  const slot = pace(world, SPACING);
  const startAt = Math.floor(n * slot + is('start', 0, 0.7) * slot);
  const request = String(n);
  const approvedAt = decisionAt(world.edits, request, 'approve');
  const retriedAt = decisionAt(world.edits, request, 'retry');
  const declined = decisionAt(world.edits, request, 'decline') !== undefined;
  const fate = n % STALLS_EVERY === 2 ? 'stalls' : fateOf(chance(world.seed, key, 'fate'));
  const unwanted = wished && fate !== 'stalls' && chance(world.seed, key, 'declined') < 0.08;
  return {
    key,
    type: pack === undefined ? 'movie' : 'episode',
    work,
    ...(pack === undefined ? {} : { pack }),
    ...(wished ? { request } : {}),
    ...clientOf(world, key, work, pack === undefined ? '1080p.WEB-DL' : 'S01.1080p.WEB-DL'),
    sizeBytes: Math.round(pack === undefined ? is('size', 2e9, 14e9) : is('size', 9e9, 28e9)),
    startAt: retriedAt ?? Math.min(startAt, approvedAt ?? Number.POSITIVE_INFINITY),
    downloadMs: pace(world, is('takes', 0.7, 4) * HOUR),
    fate: retriedAt === undefined ? fate : 'well',
    requestedAt: Math.floor(startAt - pace(world, is('lead', 2, 8) * HOUR)),
    declined: declined || (unwanted && approvedAt === undefined),
  };
}

function fateOf(roll: number): Job['fate'] {
  if (roll < 0.09) return 'fails';
  return roll < 0.17 ? 'blocked' : 'well';
}

function airingJob(world: World, airing: Airing): Job {
  const { key, show, season, episode } = airing;
  const startAt = airing.at + pace(world, 10 * MINUTE);
  const name = `S${String(season).padStart(2, '0')}E${String(episode).padStart(2, '0')}.1080p.WEB`;
  return {
    key,
    type: 'episode',
    work: show,
    airing,
    ...clientOf(world, key, show, name),
    sizeBytes: Math.round(between(0.7e9, 3e9, world.seed, key, 'size')),
    startAt,
    downloadMs: pace(world, between(20, 70, world.seed, key, 'takes') * MINUTE),
    fate: chance(world.seed, key, 'fate') < 0.1 ? 'stalls' : 'well',
    requestedAt: startAt,
    declined: false,
  };
}

const GROUPS = ['HARBOR', 'NTSHIFT', 'OPENREEL', 'TIDE'] as const;

function clientOf(world: World, key: string, work: Work, what: string) {
  const torrent = chance(world.seed, key, 'torrent') < 0.7;
  const group = GROUPS[Math.floor(chance(world.seed, key, 'group') * GROUPS.length)] ?? GROUPS[0];
  const id = torrent ? hex(40, world.seed, key) : `SABnzbd_nzo_${hex(8, world.seed, key)}`;
  return { torrent, id, releaseName: `${work.title.replaceAll(/[^A-Za-z0-9]+/g, '.')}.${work.year}.${what}-${group}` };
}

/** What release managers call the download. */
export const downloadKey = (job: Job): string => (job.torrent ? job.id.toUpperCase() : job.id);
