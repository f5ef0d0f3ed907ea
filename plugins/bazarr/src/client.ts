/** Calls of Bazarr's API. What it does not know is answered with a page that may hold its key: nothing is told of a body. */
import {
  type Health,
  type PluginContext,
  parse,
  type Recognition,
  type Static,
  type TSchema,
} from '@sidelight/plugin-api';
import type { Ids } from './map.js';
import * as up from './upstream.js';

/** A whole library may lack subtitles. */
const LISTING_MS = 60_000;
/** So many ids fit into an address. */
const AT_ONCE = 100;

/** Open to anybody. */
export const ping: Recognition = {
  get: '/api/system/ping',
  is: ({ status, data }) => status === 200 && JSON.stringify(data) === '{"status":"OK"}',
};

type Context = Pick<PluginContext<{ readonly apiKey: string }>, 'http' | 'config'>;
type Params = Readonly<Record<string, string | number>>;

export type Client = ReturnType<typeof connect>;

export function connect({ http, config }: Context) {
  const headers = { 'X-API-KEY': config.apiKey };
  const timeoutMs = Math.max(http.timeoutMs, LISTING_MS);

  async function get<S extends TSchema>(
    schema: S,
    path: string,
    signal: AbortSignal,
    options: { readonly query?: Params; readonly timeoutMs?: number } = {},
  ): Promise<Static<S>> {
    const url = `/api${path}`;
    const { data } = await http.get(url, { headers, signal, schema, ...options });
    return parse(schema, data, `GET ${url.split('?', 1).join()}`);
  }

  const whole = { query: { start: 0, length: -1 }, timeoutMs };
  const total = async (path: string, signal: AbortSignal) =>
    (await get(up.AnyPage, path, signal, { query: { start: 0, length: 1 } })).total;

  return {
    async check(signal: AbortSignal): Promise<Health> {
      const { data } = await get(up.Status, '/system/status', signal);
      return { name: 'Bazarr', version: data.bazarr_version };
    },

    badges: (signal: AbortSignal) => get(up.Badges, '/badges', signal),
    wantedMovies: async (signal: AbortSignal) => (await get(up.WantedMovies, '/movies/wanted', signal, whole)).data,
    wantedEpisodes: async (signal: AbortSignal) =>
      (await get(up.WantedEpisodes, '/episodes/wanted', signal, whole)).data,
    movieTotal: (signal: AbortSignal) => total('/movies/wanted', signal),
    episodeTotal: (signal: AbortSignal) => total('/episodes/wanted', signal),

    /** Rows of wanted titles have the managers' ids alone. */
    async movieIds(ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, Ids>> {
      const found = await inParts(ids, (part) => get(up.Movies, `/movies?${numbers('radarrid', part)}`, signal));
      return new Map(found.map(({ radarrId, imdbId }) => [radarrId, { imdb: imdbId || undefined }]));
    },
    async seriesIds(ids: readonly number[], signal: AbortSignal): Promise<ReadonlyMap<number, Ids>> {
      const found = await inParts(ids, (part) => get(up.SeriesList, `/series?${numbers('seriesid', part)}`, signal));
      return new Map(
        found.map(({ sonarrSeriesId, tvdbId, imdbId }) => [
          sonarrSeriesId,
          { tvdb: tvdbId ? String(tvdbId) : undefined, imdb: imdbId || undefined },
        ]),
      );
    },

    providers: async (signal: AbortSignal) => (await get(up.Providers, '/providers', signal)).data,
    issues: async (signal: AbortSignal) => (await get(up.HealthIssues, '/system/health', signal)).data,
    tasks: async (signal: AbortSignal) => (await get(up.Tasks, '/system/tasks', signal)).data,
    zone: async (signal: AbortSignal) => (await get(up.Status, '/system/status', signal)).data.timezone ?? '',

    /** Answers at once; one that it does not know is an error 500. */
    async runTask(id: string, signal: AbortSignal): Promise<void> {
      await http.post('/api/system/tasks', null, { headers, signal, query: { taskid: id } });
    },
    async resetProviders(signal: AbortSignal): Promise<void> {
      await http.post('/api/providers', null, { headers, signal, query: { action: 'reset' } });
    },
  };
}

/** Bazarr takes a list under a name with brackets only. */
const numbers = (name: string, ids: readonly number[]): string => ids.map((id) => `${name}[]=${id}`).join('&');

async function inParts<T>(
  ids: readonly number[],
  read: (part: readonly number[]) => Promise<{ readonly data: readonly T[] }>,
): Promise<readonly T[]> {
  const rows: T[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) rows.push(...(await read(ids.slice(at, at + AT_ONCE))).data);
  return rows;
}
