/** What the library has always held. Everything else came in through a download (arrivals.ts). */
import { between, chance } from './chance.js';
import { code, episodeTitle, film, invented, series, type Work } from './titles.js';
import { DAY, MINUTE, type World } from './world.js';

export const FILMS_LIBRARY = 'library-films';
export const MUSIC_LIBRARY = 'library-music';
export const SHOWS_LIBRARY = 'library-shows';

export const FILMS = 90;
export const SERIES = 14;
const SEASONS = 2;
const EPISODES = 8;
/** Before this day everything of the catalogue had been added. */
const SETTLED = Date.parse('2026-01-01T00:00:00.000Z');

/** One thing that can be played. */
export interface Playable extends Work {
  readonly id: string;
  readonly kind: 'movie' | 'episode' | 'music';
  /** Of an album. */
  readonly artist?: string;
  /** Of an episode: the number of its series. */
  readonly series?: number;
  readonly seriesTitle?: string;
  readonly season?: number;
  readonly episode?: number;
  readonly runtimeMs: number;
  readonly addedAt: number;
  readonly path: string;
  readonly sizeBytes: number;
  /** Of a second copy: the id of the first. */
  readonly versionOf?: string;
}

export const seriesId = (number: number): string => `series-${number}`;
export const seasonId = (number: number, season: number): string => `series-${number}-s${season}`;
const addedAt = (seed: number, id: string): number => SETTLED - Math.floor(chance(seed, id, 'added') * 900 * DAY);

export function catalogueFilm({ seed }: World, number: number): Playable {
  const work = film(number);
  const id = `film-${number}`;
  const minutes = between(70, 100, seed, id, 'runtime');
  return {
    ...work,
    id,
    kind: 'movie',
    runtimeMs: Math.round(minutes) * MINUTE,
    addedAt: addedAt(seed, id),
    path: `/media/films/${work.title} (${work.year})/${work.title} (${work.year}) 1080p.mkv`,
    sizeBytes: Math.round(minutes * between(20e6, 160e6, seed, id, 'size')),
  };
}

export function episodeOf({ seed }: World, number: number, season: number, episode: number, added: number): Playable {
  const show = series(number);
  const id = `${seasonId(number, season)}-e${episode}`;
  const minutes = between(24, 55, seed, 'series', number);
  return {
    id,
    kind: 'episode',
    title: episodeTitle(number, season, episode),
    year: show.year + season,
    tmdb: `${show.tmdb}${season}${String(episode).padStart(2, '0')}`,
    tvdb: `${show.tvdb}${season}${String(episode).padStart(2, '0')}`,
    series: number,
    seriesTitle: show.title,
    season,
    episode,
    runtimeMs: Math.round(minutes) * MINUTE,
    addedAt: added,
    path: `/media/shows/${show.title}/Season ${season}/${show.title} ${code(season, episode)}.mkv`,
    sizeBytes: Math.round(minutes * between(12e6, 45e6, seed, id, 'size')),
  };
}

const LIBRARIES = { movie: FILMS_LIBRARY, episode: SHOWS_LIBRARY, music: MUSIC_LIBRARY } as const;
export const libraryOf = ({ kind }: Pick<Playable, 'kind'>): string => LIBRARIES[kind];

const ALBUMS = 12;

/** Albums are played as a whole. */
export const catalogueAlbums = ({ seed }: World): readonly Playable[] =>
  Array.from({ length: ALBUMS }, (_, number) => {
    const id = `album-${number}`;
    const artist = `${invented(number * 13 + 3)} Band`;
    const title = invented(number * 7 + 1);
    const minutes = between(31, 58, seed, id, 'runtime');
    return {
      id,
      kind: 'music',
      artist,
      title,
      year: 1971 + ((number * 9) % 50),
      tmdb: '',
      runtimeMs: Math.round(minutes) * MINUTE,
      addedAt: addedAt(seed, id),
      path: `/media/music/${artist}/${title}/${title}.flac`,
      sizeBytes: Math.round(minutes * between(4e6, 9e6, seed, id, 'size')),
    };
  });

export const catalogueFilms = (world: World): readonly Playable[] =>
  Array.from({ length: FILMS }, (_, number) => catalogueFilm(world, number));

export const catalogueEpisodes = (world: World): readonly Playable[] =>
  Array.from({ length: SERIES * SEASONS * EPISODES }, (_, index) => {
    const number = Math.floor(index / (SEASONS * EPISODES));
    const season = 1 + (Math.floor(index / EPISODES) % SEASONS);
    return episodeOf(world, number, season, 1 + (index % EPISODES), addedAt(world.seed, seriesId(number)));
  });
