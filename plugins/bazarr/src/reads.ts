/** What tasks ask, as rows of the ports. */
import type { PluginContext } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { KnownWorks } from './known-works.js';
import { episodeRow, type Managers, movieRow, toCounts, toJob } from './map.js';
import { healthRows } from './map-health.js';

type Context = Pick<PluginContext<Managers>, 'id' | 'clock' | 'config'>;

export function readsOf(client: Client, { id, clock, config }: Context) {
  const films = new KnownWorks(client.movieIds);
  const shows = new KnownWorks(client.seriesIds);

  async function wantedMovies(signal: AbortSignal) {
    const movies = await client.wantedMovies(signal);
    const works = movies.map(({ radarrId, title }) => ({ number: radarrId, title }));
    const idsOf = await films.of(works, signal);
    return movies.map((movie) => movieRow(movie, idsOf, config));
  }

  async function wantedEpisodes(signal: AbortSignal) {
    const episodes = await client.wantedEpisodes(signal);
    const works = episodes.map(({ sonarrSeriesId, seriesTitle }) => ({ number: sonarrSeriesId, title: seriesTitle }));
    const idsOf = await shows.of(works, signal);
    return episodes.map((episode) => episodeRow(episode, idsOf, config));
  }

  return {
    wanted: async (signal: AbortSignal) => [...(await wantedMovies(signal)), ...(await wantedEpisodes(signal))],

    /** Its badges count subtitles, its lists titles. */
    async counts(signal: AbortSignal) {
      const [badges, movies, episodes] = await Promise.all([
        client.badges(signal),
        client.movieTotal(signal),
        client.episodeTotal(signal),
      ]);
      return [toCounts(badges, { movies, episodes })];
    },

    async health(signal: AbortSignal) {
      const [issues, providers, badges, tasks] = await Promise.all([
        client.issues(signal),
        client.providers(signal),
        client.badges(signal),
        client.tasks(signal),
      ]);
      return healthRows({ issues, providers, badges, tasks }, { id, now: clock.now() });
    },

    async jobs(signal: AbortSignal) {
      const [tasks, zone] = await Promise.all([client.tasks(signal), client.zone(signal)]);
      return tasks.map((task) => toJob(task, zone, clock.now()));
    },
  };
}
