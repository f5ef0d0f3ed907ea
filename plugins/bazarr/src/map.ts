/** From Bazarr's answers to port items. Pure. */
import {
  type ItemIn,
  nextRun,
  refTo,
  type serviceJobs,
  type subtitleCounts,
  type subtitleWanted,
} from '@sidelight/plugin-api';
import type { IdsOf } from './known-works.js';
import type { Badges, Language, Task, WantedEpisode, WantedMovie } from './upstream.js';

type WantedRow = ItemIn<typeof subtitleWanted>;

/** Of a work in the public databases. */
export interface Ids {
  readonly tvdb?: string | undefined;
  readonly imdb?: string | undefined;
}

/** The integrations that the ids of films and of series belong to, as far as the config says so. */
export interface Managers {
  readonly radarr?: string | undefined;
  readonly sonarr?: string | undefined;
}

export const movieRow = (movie: WantedMovie, idsOf: IdsOf, { radarr }: Managers): WantedRow => ({
  id: `movie-${movie.radarrId}`,
  kind: 'movie',
  title: movie.title,
  languages: languagesOf(movie),
  movieId: refTo(String(movie.radarrId), radarr),
  ...idsOf(movie.radarrId),
});

export function episodeRow(wanted: WantedEpisode, idsOf: IdsOf, { sonarr }: Managers): WantedRow {
  const [, season, episode] = /^(\d+)x(\d+)$/.exec(wanted.episode_number ?? '') ?? [];
  return {
    id: `episode-${wanted.sonarrEpisodeId}`,
    kind: 'episode',
    title: wanted.episodeTitle || `Episode ${wanted.episode_number ?? ''}`.trim(),
    series: wanted.seriesTitle,
    season: season === undefined ? undefined : Number(season),
    episode: episode === undefined ? undefined : Number(episode),
    languages: languagesOf(wanted),
    seriesId: refTo(String(wanted.sonarrSeriesId), sonarr),
    episodeId: refTo(String(wanted.sonarrEpisodeId), sonarr),
    ...idsOf(wanted.sonarrSeriesId),
  };
}

/** Codes of its own for what ISO 639 has no two letters for. */
const CODES: Readonly<Record<string, string>> = { pb: 'pt-BR', zt: 'zh-Hant', ea: 'es-419' };

const languagesOf = ({ missing_subtitles }: Pick<WantedMovie, 'missing_subtitles'>): string[] =>
  (missing_subtitles ?? []).map(languageOf);

const languageOf = ({ code2, forced, hi }: Language): string =>
  `${CODES[code2] ?? code2}${forced === true ? ':forced' : ''}${hi === true ? ':hi' : ''}`;

interface Totals {
  readonly movies: number;
  readonly episodes: number;
}

export const toCounts = ({ movies, episodes, providers }: Badges, totals: Totals): ItemIn<typeof subtitleCounts> => ({
  ...totals,
  languages: movies + episodes,
  throttled: providers,
});

/** How a run went is told nowhere. */
export const toJob = (task: Task, zone: string, now: Date): ItemIn<typeof serviceJobs> => ({
  id: task.job_id,
  name: task.name,
  state: task.job_running ? 'running' : 'idle',
  nextAt: nextAt(task.interval ?? '', zone, now)?.toISOString(),
});

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Of a task with an hour of its own. Of one that runs every so often Bazarr tells "in 5 hours", which is no time. */
function nextAt(interval: string, zone: string, now: Date): Date | undefined {
  const [, day = '', hour, minute] = /^every (\w+) at (\d{1,2}):(\d{2})$/.exec(interval) ?? [];
  const weekday = day === 'day' ? '*' : DAYS.indexOf(day);
  return hour === undefined || weekday === -1 ? undefined : nextRun(`${minute} ${hour} * * ${weekday}`, zone, now);
}
