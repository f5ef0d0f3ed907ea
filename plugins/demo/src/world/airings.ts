/** Series that are on the air: one daily, the others once a week. An airing is fetched as soon as it is over. */
import { episodeTitle, series, type Work } from './titles.js';
import { DAY, HOUR } from './world.js';

/** Their numbers follow those of the catalogue. */
export const FIRST_AIRING = 100;
const WEEKLY = 9;
const WEEK = 7 * DAY;
/** A Monday, the first day of every series on the air. */
const PREMIERE = Date.parse('2024-01-01T00:00:00.000Z');
/** Episodes of a season. */
const DAILY_SEASON = 120;
const WEEKLY_SEASON = 26;

export interface Airing {
  readonly key: string;
  readonly series: number;
  readonly show: Work;
  readonly season: number;
  readonly episode: number;
  readonly title: string;
  readonly at: number;
  readonly monitored: boolean;
}

/** In the order of time: every airing from `from` to `to`. */
export function airingsBetween(from: number, to: number): readonly Airing[] {
  const daily = every(FIRST_AIRING, PREMIERE + 20 * HOUR, DAY, from, to);
  const weekly = Array.from({ length: WEEKLY }, (_, index) =>
    every(FIRST_AIRING + 1 + index, PREMIERE + (index % 7) * DAY + (17 + (index % 5)) * HOUR, WEEK, from, to),
  );
  return [daily, ...weekly].flat().sort((a, b) => a.at - b.at);
}

function every(number: number, first: number, period: number, from: number, to: number): readonly Airing[] {
  const airings: Airing[] = [];
  for (let n = Math.max(0, Math.ceil((from - first) / period)); first + n * period < to; n++) {
    airings.push(airing(number, n, first + n * period));
  }
  return airings;
}

function airing(number: number, n: number, at: number): Airing {
  const length = number === FIRST_AIRING ? DAILY_SEASON : WEEKLY_SEASON;
  const season = 1 + Math.floor(n / length);
  const episode = 1 + (n % length);
  return {
    key: `e-${number}-${n}`,
    series: number,
    show: series(number),
    season,
    episode,
    title: episodeTitle(number, season, episode),
    at,
    monitored: number !== FIRST_AIRING + 4,
  };
}

/** Known by its date. */
export const isDaily = ({ series }: Airing): boolean => series === FIRST_AIRING;

export const isFinale = ({ series, episode }: Airing): boolean =>
  episode === (series === FIRST_AIRING ? DAILY_SEASON : WEEKLY_SEASON);

export const AIRING_SERIES: readonly number[] = Array.from({ length: WEEKLY + 1 }, (_, index) => FIRST_AIRING + index);
