/** The release manager's side of it: what it waits for, what it grabbed, what it imports. */
import type {
  ItemIn,
  releaseCalendar,
  releaseGrabs,
  releaseQueue,
  releaseTitles,
  releaseWanted,
} from '@sidelight/plugin-api';
import { AIRING_SERIES, airingsBetween, isDaily, isFinale } from './airings.js';
import { FILMS, SERIES } from './catalogue.js';
import { pick } from './chance.js';
import { downloadKey, type Job, jobs, PACK_EPISODES } from './jobs.js';
import { type Phase, progressOf } from './progress.js';
import { code, film, series, type Work } from './titles.js';
import { DAY, HOUR, iso, type World } from './world.js';

const idsOf = ({ tmdb, tvdb, imdb }: Work) => ({ tmdb, tvdb, imdb });
const seasonOf = (job: Job): number | undefined => job.airing?.season ?? (job.pack === undefined ? undefined : 1);

const STATES: Readonly<Partial<Record<Phase, ItemIn<typeof releaseQueue>['state']>>> = {
  queued: 'queued',
  downloading: 'downloading',
  stalled: 'downloading',
  failed: 'failed',
  importing: 'importing',
  blocked: 'blocked',
};
const MESSAGES: Readonly<Partial<Record<Phase, string>>> = {
  blocked: 'Found matching series via grab history, but release was matched by id: a manual import is needed',
  failed: 'The download client says that it failed',
};

export const queue = (world: World): readonly ItemIn<typeof releaseQueue>[] =>
  jobs(world).flatMap((job) => {
    const { phase, part, shown } = progressOf(world, job);
    const state = STATES[phase];
    if (state === undefined || !shown) return [];
    return [
      {
        id: downloadKey(job),
        downloadKey: downloadKey(job),
        title: job.work.title,
        type: job.type,
        state,
        message: MESSAGES[phase],
        release: job.releaseName,
        client: 'Demo',
        warnings: phase === 'stalled' ? ['The download is stalled with no connections'] : undefined,
        quality: 'WEBDL-1080p',
        sizeBytes: job.sizeBytes,
        leftBytes: Math.round(job.sizeBytes * (1 - part)),
        is4k: false,
        season: seasonOf(job),
        records: job.pack === undefined ? 1 : PACK_EPISODES,
        ...idsOf(job.work),
      },
    ];
  });

/** Everything that was grabbed since a moment. */
export const grabs = (world: World, since: number): readonly ItemIn<typeof releaseGrabs>[] =>
  jobs(world)
    .filter((job) => !job.declined && job.startAt <= world.now && job.startAt >= since)
    .map((job) => ({
      id: `grab-${job.key}-${job.startAt}`,
      downloadKey: downloadKey(job),
      type: job.type,
      title: job.work.title,
      season: seasonOf(job),
      is4k: false,
      at: iso(job.startAt),
      ...idsOf(job.work),
    }));

/** What comes is as large as what there is, in the mean. */
const EPISODE_BYTES = 1_850_000_000;
const FILM_BYTES = 8_000_000_000;

const PAST = 7 * DAY;
const AHEAD = 30 * DAY;
/** Between the films of the catalogue and those that are fetched (jobs.ts). */
const PREMIERES = 60;

export function calendar(world: World): readonly ItemIn<typeof releaseCalendar>[] {
  const airings = airingsBetween(world.now - PAST, world.now + AHEAD);
  const imported = new Set(
    jobs(world).flatMap((job) => (progressOf(world, job).importedAt === undefined ? [] : [job.key])),
  );
  return [...airings.map((airing) => airingRow(airing, imported.has(airing.key))), ...premieres(world)];
}

const airingRow = (
  airing: ReturnType<typeof airingsBetween>[number],
  hasFile: boolean,
): ItemIn<typeof releaseCalendar> => ({
  id: airing.key,
  title: `${airing.show.title} ${isDaily(airing) ? iso(airing.at).slice(0, 10) : code(airing.season, airing.episode)} ${airing.title}`,
  type: 'episode',
  date: iso(airing.at),
  dateKind: 'air',
  season: airing.season,
  episode: airing.episode,
  daily: isDaily(airing) || undefined,
  seriesId: `series-${airing.series}`,
  premiere: airing.episode === 1 && !isDaily(airing),
  finale: isFinale(airing),
  sizeBytes: EPISODE_BYTES,
  hasFile,
  monitored: airing.monitored,
  image: `/images/series-${airing.series}`,
  ...idsOf(airing.show),
});

const KINDS = ['digital', 'physical'] as const;
/** Every so many days another one comes to the cinemas, where nobody can fetch it. */
const CINEMA = 3;

/** A film each day, which is not there yet: whatever the time and the zone, something is due today. */
function premieres(world: World): readonly ItemIn<typeof releaseCalendar>[] {
  const first = Math.floor((world.now - PAST) / DAY);
  return Array.from({ length: (PAST + AHEAD) / DAY }, (_, index) => first + index).flatMap((n) => [
    premiere(n, `premiere-${n}`, film(FILMS + (n % PREMIERES)), pick(KINDS, 'premiere', n)),
    ...(n % CINEMA === 0 ? [premiere(n, `cinema-${n}`, film(FILMS + ((n + CINEMA) % PREMIERES)), 'cinema')] : []),
  ]);
}

const premiere = (
  n: number,
  id: string,
  work: Work,
  dateKind: NonNullable<ItemIn<typeof releaseCalendar>['dateKind']>,
): ItemIn<typeof releaseCalendar> => ({
  id,
  title: work.title,
  type: 'movie',
  date: iso(n * DAY + 12 * HOUR),
  dateKind,
  allDay: true,
  day: iso(n * DAY).slice(0, 10),
  sizeBytes: FILM_BYTES,
  is4k: false,
  hasFile: false,
  monitored: true,
  image: `/images/${id}`,
  ...idsOf(work),
});

/** Every film and series that is looked after. */
export function titles(world: World): readonly ItemIn<typeof releaseTitles>[] {
  const row = (id: string, type: Job['type'], work: Work, hasFile: boolean) =>
    ({
      id,
      title: work.title,
      type,
      date: `${work.year}-01-01T00:00:00.000Z`,
      hasFile,
      have: hasFile ? 1 : 0,
      missing: hasFile ? 0 : 1,
      image: `/images/${id}`,
      monitored: true,
      ...idsOf(work),
    }) as const;
  const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);
  const fetched = jobs(world)
    .filter((job) => job.airing === undefined && !job.declined && job.startAt <= world.now)
    .map((job) => row(job.key, job.type, job.work, progressOf(world, job).importedAt !== undefined));
  return [
    ...numbers(FILMS).map((number) => row(`film-${number}`, 'movie', film(number), true)),
    ...numbers(SERIES).map((number) => row(`series-${number}`, 'episode', series(number), true)),
    ...AIRING_SERIES.map((number) => row(`series-${number}`, 'episode', series(number), true)),
    ...fetched,
  ];
}

/** What it still looks for, of each kind; of what is there some could be better. */
export function lookedFor(world: World): readonly ItemIn<typeof releaseWanted>[] {
  const all = titles(world);
  const inCinemas = premieres(world).filter(({ dateKind }) => dateKind === 'cinema').length;
  return (['movie', 'episode'] as const).map((type) => {
    const known = all.filter((title) => title.type === type);
    return {
      type,
      missing: known.filter(({ hasFile }) => !hasFile).length,
      cutoff: Math.floor(known.filter(({ hasFile }) => hasFile).length / 20),
      notYet: type === 'movie' ? inCinemas : undefined,
    };
  });
}
