/** Unmanic's API: no credentials, and lists are asked for by POST. */
import { type PluginContext, parse, type Static, type TSchema } from '@sidelight/plugin-api';
import * as up from './upstream.js';

/** Always below the address, whatever stands in front of it. */
const API = '/unmanic/api/v2';
/** As many as a dashboard may list. With a length of 0 there would be all of them. */
const QUEUE_ROWS = 100;
const PAGE = 50;
/** A day with more tasks than this is counted in part. */
const MOST_HISTORY = 2_000;
/** Versions that cannot tell how the scan goes. */
const UNKNOWN_ROUTE = 404;

export interface Past {
  /** The newest first, as far back as was asked for, or farther. */
  readonly finished: readonly up.Finished[];
  readonly successCount: number;
}

export type Client = ReturnType<typeof connect>;

export function connect({ http }: Pick<PluginContext, 'http'>) {
  async function get<S extends TSchema>(schema: S, path: string, signal: AbortSignal): Promise<Static<S>> {
    const { data } = await http.get(API + path, { signal, schema });
    return parse(schema, data, `GET ${API}${path}`);
  }

  async function post<S extends TSchema>(
    schema: S,
    path: string,
    body: object,
    signal: AbortSignal,
  ): Promise<Static<S>> {
    const { data } = await http.post(API + path, body, { signal, schema });
    return parse(schema, data, `POST ${API}${path}`);
  }

  const history = (start: number, signal: AbortSignal) =>
    post(
      up.History,
      '/history/tasks',
      { start, length: PAGE, order_by: 'finish_time', order_direction: 'desc' },
      signal,
    );

  /** undefined: this version cannot tell. */
  async function scan(signal: AbortSignal): Promise<up.Scan | undefined> {
    const path = `${API}/pending/rescan/status`;
    const { status, data } = await http.get(path, { signal, accept: [UNKNOWN_ROUTE] });
    return status === UNKNOWN_ROUTE ? undefined : parse(up.Scan, data, `GET ${path}`);
  }

  return {
    scan,

    version: async (signal: AbortSignal) => (await get(up.Version, '/version/read', signal)).version,

    workers: async (signal: AbortSignal) => (await get(up.Workers, '/workers/status', signal)).workers_status,

    /** What waits, the next first. */
    pending: (signal: AbortSignal) => post(up.Pending, '/pending/tasks', { start: 0, length: QUEUE_ROWS }, signal),

    /** With their paths, which workers do not tell. */
    tasks: async (ids: readonly number[], signal: AbortSignal): Promise<readonly up.Task[]> =>
      ids.length === 0 ? [] : (await post(up.Tasks, '/pending/status/get', { id_list: ids }, signal)).results,

    /** @param since seconds since 1970. Its own filter by time finds nothing. */
    async past(since: number, signal: AbortSignal): Promise<Past> {
      const { results, successCount } = await history(0, signal);
      const finished = [...results];
      let page = results;
      while (page.length === PAGE && finished.length < MOST_HISTORY && isSince(page, since)) {
        page = (await history(finished.length, signal)).results;
        finished.push(...page);
      }
      return { finished, successCount };
    },

    async refusal(signal: AbortSignal): Promise<string | undefined> {
      return (await scan(signal))?.can_rescan === false
        ? 'Unmanic looks through its libraries already, or is about to'
        : undefined;
    },

    async pauseAll(paused: boolean, signal: AbortSignal): Promise<void> {
      await post(up.Done, `/workers/worker/${paused ? 'pause' : 'resume'}/all`, {}, signal);
    },

    async rescan(signal: AbortSignal): Promise<void> {
      await post(up.Done, '/pending/rescan', {}, signal);
    },
  };
}

const isSince = (page: readonly up.Finished[], since: number): boolean =>
  page.every(({ finish_time }) => finish_time >= since);
