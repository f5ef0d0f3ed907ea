/** What the media server holds: the catalogue, and what downloads have brought since. */
import type { ItemIn, mediaFiles, mediaFlaws, mediaGrowth, mediaItems, mediaLibraries } from '@sidelight/plugin-api';
import {
  catalogueAlbums,
  catalogueEpisodes,
  catalogueFilms,
  episodeOf,
  FILMS_LIBRARY,
  libraryOf,
  MUSIC_LIBRARY,
  type Playable,
  SHOWS_LIBRARY,
  seasonId,
  seriesId,
} from './catalogue.js';
import { chance } from './chance.js';
import { type Job, jobs, PACK_EPISODES } from './jobs.js';
import { progressOf } from './progress.js';
import { series } from './titles.js';
import { DAY, iso, MINUTE, type World } from './world.js';

type Item = ItemIn<typeof mediaItems>;
type File = ItemIn<typeof mediaFiles>;
type Flaw = ItemIn<typeof mediaFlaws>;

export const libraries = (world: World): readonly ItemIn<typeof mediaLibraries>[] => {
  const all = files(world);
  return (
    [
      { id: FILMS_LIBRARY, name: 'Films', type: 'movies', locations: ['/media/films'] },
      { id: SHOWS_LIBRARY, name: 'Shows', type: 'shows', locations: ['/media/shows'] },
      { id: MUSIC_LIBRARY, name: 'Music', type: 'music', locations: ['/media/music'] },
    ] as const
  ).map((library) => {
    const own = all.filter(({ libraryId }) => libraryId === library.id);
    const sizeBytes = own.reduce((sum, file) => sum + file.sizeBytes, 0);
    return { ...library, locations: [...library.locations], sizeBytes, items: own.length };
  });
};

/** The id of the film or series that a job brings. */
export const arrivalId = (job: Job): string => (job.pack === undefined ? `film-${job.key}` : seriesId(job.pack));

/** Everything that can be played now. */
export function playables(world: World): readonly Playable[] {
  const arrived = jobs(world).flatMap((job) => {
    const { importedAt } = progressOf(world, job);
    return importedAt === undefined ? [] : playablesOf(world, job, importedAt);
  });
  return [
    ...catalogueFilms(world),
    ...largeCopies(world),
    ...catalogueEpisodes(world),
    ...catalogueAlbums(world),
    ...arrived,
  ];
}

/** A few films are there a second time, in 4K. */
const largeCopies = (world: World): readonly Playable[] =>
  catalogueFilms(world)
    .filter((_, index) => index % 30 === 7)
    .map((film) => ({
      ...film,
      id: `${film.id}-4k`,
      versionOf: film.id,
      path: film.path.replace('1080p', '2160p'),
      sizeBytes: film.sizeBytes * 4,
    }));

function playablesOf(world: World, job: Job, addedAt: number): readonly Playable[] {
  const { airing, pack, work } = job;
  if (airing !== undefined) return [episodeOf(world, airing.series, airing.season, airing.episode, addedAt)];
  if (pack !== undefined) {
    return Array.from({ length: PACK_EPISODES }, (_, index) => episodeOf(world, pack, 1, index + 1, addedAt));
  }
  return [
    {
      ...work,
      id: arrivalId(job),
      kind: 'movie',
      runtimeMs: Math.round(75 + 40 * chance(world.seed, job.key, 'runtime')) * MINUTE,
      addedAt,
      path: `/media/films/${work.title} (${work.year})/${job.releaseName}.mkv`,
      sizeBytes: job.sizeBytes,
    },
  ];
}

export function items(world: World): readonly Item[] {
  const playable = playables(world);
  return [...playable.map(itemOf), ...foldersOf(playable)];
}

const itemOf = (one: Playable): Item => ({
  id: one.id,
  libraryId: libraryOf(one),
  kind: one.kind === 'music' ? 'album' : one.kind,
  artist: one.artist,
  title: one.title,
  seriesId: one.series === undefined ? undefined : seriesId(one.series),
  series: one.seriesTitle,
  season: one.season,
  episode: one.episode,
  year: one.year,
  addedAt: iso(one.addedAt),
  addedKind: 'added',
  versionOf: one.versionOf,
  resolution: one.kind === 'music' ? undefined : one.versionOf === undefined ? '1080p' : '2160p',
  image: `/images/${one.id}`,
  tmdb: one.tmdb || undefined,
  tvdb: one.tvdb,
  imdb: one.imdb,
});

/** Series and seasons, as old as their first episode. */
function foldersOf(playable: readonly Playable[]): readonly Item[] {
  const folders = new Map<string, Item>();
  for (const { series: number, season, addedAt } of playable) {
    if (number === undefined || season === undefined) continue;
    const show = series(number);
    const common = { libraryId: SHOWS_LIBRARY, addedAt: iso(addedAt) };
    const keep = (item: Item) => {
      const known = folders.get(item.id);
      if (known === undefined || known.addedAt > item.addedAt) folders.set(item.id, item);
    };
    keep({ ...common, ...show, id: seriesId(number), kind: 'series' });
    const above = { seriesId: seriesId(number), series: show.title, season };
    keep({ ...common, ...above, id: seasonId(number, season), kind: 'season', title: `Season ${season}` });
  }
  return [...folders.values()];
}

export const files = (world: World): readonly File[] =>
  playables(world).map((one) => ({
    path: one.path,
    itemId: one.id,
    libraryId: libraryOf(one),
    kind: one.kind === 'music' ? 'track' : one.kind,
    sizeBytes: one.sizeBytes,
  }));

/** What each day since then has left; the day that it is, is told by what there is now. */
export function growth(world: World, since: number): readonly ItemIn<typeof mediaGrowth>[] {
  const all = playables(world);
  const today = Math.floor(world.now / DAY);
  const first = Math.floor(since / DAY);
  return Array.from({ length: Math.max(0, today - first) }, (_, index) => {
    const at = iso((first + index + 1) * DAY - MINUTE);
    const there = all.filter(({ addedAt }) => iso(addedAt) <= at);
    return { day: at.slice(0, 10), at, sizeBytes: there.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) };
  });
}

/** A few films lack something until somebody has them looked at. */
export const flaws = (world: World): readonly Flaw[] =>
  catalogueFilms(world).flatMap(({ id, title }) => {
    if (world.edits.repaired.has(id)) return [];
    const roll = chance(world.seed, id, 'flaw');
    const issue =
      roll < 0.03 ? 'poster' : roll < 0.07 ? 'logo' : roll < 0.09 ? 'runtime' : roll < 0.11 ? 'unmatched' : null;
    return issue === null ? [] : [{ itemId: id, title, issue }];
  });
