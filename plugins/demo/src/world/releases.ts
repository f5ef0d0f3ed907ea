/** The release manager's side of it: what it waits for, what it grabbed, what it imports. */
import type { ItemIn, releaseCalendar, releaseGrabs, releaseQueue, releaseTitles } from '@sidelight/plugin-api';
import { AIRING_SERIES, airingsBetween, isFinale } from './airings.js';
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
    const { phase, shown } = progressOf(world, job);
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
        warnings: phase === 'stalled' ? ['The download is stalled with no connections'] : undefined,
        quality: 'WEBDL-1080p',
        sizeBytes: job.sizeBytes,
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

const PAST = 7 * DAY;
const AHEAD = 45 * DAY;
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
  title: `${airing.show.title} ${code(airing.season, airing.episode)} ${airing.title}`,
  type: 'episode',
  date: iso(airing.at),
  dateKind: 'air',
  season: airing.season,
  episode: airing.episode,
  seriesId: `series-${airing.series}`,
  premiere: airing.episode === 1,
  finale: isFinale(airing),
  hasFile,
  monitored: airing.monitored,
  ...idsOf(airing.show),
});

const KINDS = ['cinema', 'digital', 'physical'] as const;

/** A film each day, which cannot be fetched yet: whatever the time and the zone, something is due today. */
function premieres(world: World): readonly ItemIn<typeof releaseCalendar>[] {
  const first = Math.floor((world.now - PAST) / DAY);
  return Array.from({ length: (PAST + AHEAD) / DAY }, (_, index) => {
    const n = first + index;
    const work = film(FILMS + (n % PREMIERES));
    return {
      id: `premiere-${n}`,
      title: work.title,
      type: 'movie',
      date: iso(n * DAY + 12 * HOUR),
      dateKind: pick(KINDS, 'premiere', n),
      allDay: true,
      is4k: false,
      hasFile: false,
      monitored: true,
      ...idsOf(work),
    };
  });
}

/** Every film and series that is looked after. */
export function titles(world: World): readonly ItemIn<typeof releaseTitles>[] {
  const row = (id: string, type: Job['type'], work: Work, hasFile: boolean) =>
    ({
      id,
      title: work.title,
      type,
      date: `${work.year}-01-01T00:00:00.000Z`,
      hasFile,
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
