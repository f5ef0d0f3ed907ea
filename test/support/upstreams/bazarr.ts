/** A subtitle manager: Bazarr 1.5, with what it wants, and the page that it answers everything else with. */
import { at, dispatch, type Route } from './routes.js';
import { type Reply, startUpstream, type Upstream } from './upstream.js';

export interface Wants {
  readonly movies: readonly { readonly radarrId: number; readonly title: string; readonly language: string }[];
  readonly episodes: readonly {
    readonly sonarrSeriesId: number;
    readonly seriesTitle: string;
    readonly episode: string;
    readonly language: string;
  }[];
}

export interface FakeBazarr {
  readonly upstream: Upstream;
  /** Providers that it leaves alone. */
  throttled: readonly string[];
}

const missing = (code2: string) => [{ name: code2, code2, code3: code2, forced: false, hi: false }];
const PROVIDERS = ['gestdown', 'podnapisi'];
const TASKS = [
  { interval: 'every 60 minutes', job_id: 'update_series', job_running: false, name: 'Sync with Sonarr' },
  { interval: 'every day at 4:00', job_id: 'update_all_movies', job_running: true, name: 'Index All Movie Subtitles' },
];

/** It knows no public ids, so that titles are found by its managers' numbers alone. */
export async function startBazarr(apiKey: string, { movies, episodes }: Wants): Promise<FakeBazarr> {
  const state: { throttled: readonly string[] } = { throttled: ['podnapisi'] };
  const page = (rows: readonly object[]) => ({ body: { data: rows, total: rows.length } });
  const routes: readonly Route[] = [
    ['GET', at('/api/system/ping'), () => ({ body: { status: 'OK' } })],
    [
      'GET',
      at('/api/system/status'),
      () => ({ body: { data: { bazarr_version: '1.5.2', timezone: 'Europe/Berlin' } } }),
    ],
    [
      'GET',
      at('/api/badges'),
      () => ({
        body: {
          ...{ movies: movies.length, episodes: episodes.length, providers: state.throttled.length },
          ...{ status: 0, sonarr_signalr: '', radarr_signalr: 'LIVE' },
        },
      }),
    ],
    [
      'GET',
      at('/api/movies/wanted'),
      () => page(movies.map(({ language, ...row }) => ({ ...row, missing_subtitles: missing(language) }))),
    ],
    [
      'GET',
      at('/api/episodes/wanted'),
      () =>
        page(
          episodes.map(({ language, episode, ...row }, index) => ({
            ...row,
            ...{ sonarrEpisodeId: index, episode_number: episode, episodeTitle: `Episode ${episode}` },
            missing_subtitles: missing(language),
          })),
        ),
    ],
    ['GET', at('/api/(movies|series)'), () => page([])],
    ['GET', at('/api/system/health'), () => page([])],
    ['GET', at('/api/system/tasks'), () => page(TASKS)],
    ['POST', at('/api/system/tasks'), () => ({ status: 204 })],
    [
      'GET',
      at('/api/providers'),
      () =>
        page(
          PROVIDERS.map((name) => ({
            name,
            status: state.throttled.includes(name) ? 'ConnectionError' : 'Good',
            retry: '-',
          })),
        ),
    ],
    [
      'POST',
      at('/api/providers'),
      () => {
        state.throttled = [];
        return { status: 204 };
      },
    ],
  ];
  const own: Reply = {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><html><script>window.Bazarr = {"apiKey": "${apiKey}"};</script></html>`,
  };
  const upstream = await startUpstream({
    answer(asked) {
      if (asked.path !== '/api/system/ping' && asked.headers['x-api-key'] !== apiKey) {
        return { status: 401, body: { message: 'The server could not verify that you are authorized' } };
      }
      const reply = dispatch(routes, asked);
      return reply.status === 404 ? own : reply;
    },
  });
  return Object.assign(state, { upstream });
}
