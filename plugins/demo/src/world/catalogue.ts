/** What the library has always held. Everything else came in through a download (arrivals.ts). */
import { between, chance } from './chance.js';
import { code, episodeTitle, film, series, type Work } from './titles.js';
import { DAY, MINUTE, type World } from './world.js';

export const FILMS = 90;
export const SERIES = 14;
const SEASONS = 2;
const EPISODES = 8;
/** Before this day everything of the catalogue had been added. */
const SETTLED = Date.parse('2026-01-01T00:00:00.000Z');

/** One thing that can be played. */
export interface Playable extends Work {
  readonly id: string;
  readonly kind: 'movie' | 'episode';
  /** Of an episode: the number of its series. */
  readonly series?: number;
  readonly seriesTitle?: string;
  readonly season?: number;
  readonly episode?: number;
  readonly runtimeMs: number;
  readonly addedAt: number;
  readonly path: string;
  readonly sizeBytes: number;
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

export const catalogueFilms = (world: World): readonly Playable[] =>
  Array.from({ length: FILMS }, (_, number) => catalogueFilm(world, number));

export const catalogueEpisodes = (world: World): readonly Playable[] =>
  Array.from({ length: SERIES * SEASONS * EPISODES }, (_, index) => {
    const number = Math.floor(index / (SEASONS * EPISODES));
    const season = 1 + (Math.floor(index / EPISODES) % SEASONS);
    return episodeOf(world, number, season, 1 + (index % EPISODES), addedAt(world.seed, seriesId(number)));
  });
