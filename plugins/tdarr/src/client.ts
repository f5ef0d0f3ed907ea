/** Tdarr's API. It wants a key only where its sign-in is switched on. */
import { type PluginContext, parse, type Static, type TSchema } from '@sidelight/plugin-api';
import * as up from './upstream.js';

const API = '/api/v2';
/** Of one table: a row holds all that is known of a file. */
const ROWS = 25;

export type TableName = 'table1' | 'table3' | 'table4';
export type Client = ReturnType<typeof connect>;

export function connect({ http, config }: Pick<PluginContext<{ readonly apiKey?: string }>, 'http' | 'config'>) {
  const headers: Readonly<Record<string, string>> = config.apiKey === undefined ? {} : { 'x-api-key': config.apiKey };

  async function get<S extends TSchema>(schema: S, path: string, signal: AbortSignal): Promise<Static<S>> {
    const { data } = await http.get(API + path, { headers, signal, schema });
    return parse(schema, data, `GET ${API}${path}`);
  }

  async function post<S extends TSchema>(schema: S, path: string, of: object, signal: AbortSignal): Promise<Static<S>> {
    const { data } = await http.post(API + path, { data: of }, { headers, signal, schema });
    return parse(schema, data, `POST ${API}${path}`);
  }

  return {
    status: (signal: AbortSignal) => get(up.Status, '/status', signal),

    nodes: (signal: AbortSignal) => get(up.Nodes, '/get-nodes', signal),

    /** The one document of its counters. Never all of a collection: that of the files is the whole library. */
    statistics: (signal: AbortSignal) =>
      post(
        up.Statistics,
        '/cruddb',
        { collection: 'StatisticsJSONDB', mode: 'getById', docID: 'statistics', obj: {} },
        signal,
      ),

    table: (table: TableName, signal: AbortSignal) =>
      post(
        up.Table,
        '/client/status-tables',
        { start: 0, pageSize: ROWS, filters: [], sorts: [], opts: { table } },
        signal,
      ),
  };
}
