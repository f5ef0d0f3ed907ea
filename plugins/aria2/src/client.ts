/** aria2's JSON-RPC: the secret that comes first in every call, and the calls that are needed. */
import { setTimeout } from 'node:timers/promises';
import { codeOf, fail, type PluginContext, parse, type Static, type TSchema } from '@sidelight/plugin-api';
import {
  Answer,
  Batch,
  DOWNLOAD_FIELDS,
  Done,
  type Download,
  Downloads,
  GlobalOption,
  type State,
  Status,
  Version,
} from './upstream.js';

interface Credentials {
  readonly secret?: string;
}

type Context = Pick<PluginContext<Credentials>, 'http' | 'config'>;
type Parameters = readonly unknown[];

/** aria2 keeps 1,000 finished downloads unless told otherwise; lists have to name a limit. */
const ALL = 1_000_000;

const LISTS: readonly (readonly [method: string, ...parameters: Parameters])[] = [
  ['aria2.tellActive', DOWNLOAD_FIELDS],
  ['aria2.tellWaiting', 0, ALL, DOWNLOAD_FIELDS],
  ['aria2.tellStopped', 0, ALL, DOWNLOAD_FIELDS],
];

export function connect({ http, config }: Context) {
  // The url may be given with or without it.
  const path = http.baseUrl.endsWith('/jsonrpc') ? '' : '/jsonrpc';
  const signed = (parameters: Parameters): Parameters =>
    config.secret === undefined ? parameters : [`token:${config.secret}`, ...parameters];

  async function call(method: string, params: Parameters, signal: AbortSignal): Promise<unknown> {
    const body = { jsonrpc: '2.0', id: 'sidelight', method, params };
    // 400 carries the sentence of a failure.
    const { data } = await http.post(path, body, { signal, accept: [400] });
    const { result, error } = parse(Answer, data, method);
    if (error !== undefined) throw failure(method, error.message);
    return result;
  }

  const ask = async <S extends TSchema>(
    schema: S,
    method: string,
    parameters: Parameters,
    signal: AbortSignal,
  ): Promise<Static<S>> => parse(schema, await call(`aria2.${method}`, signed(parameters), signal), `aria2.${method}`);

  const act = (method: string, gid: string, signal: AbortSignal) => ask(Done, method, [gid], signal);

  /** undefined: there is no such download. */
  async function statusOf(gid: string, signal: AbortSignal): Promise<string | undefined> {
    try {
      const found = await ask(Status, 'tellStatus', [gid, ['gid', 'status']], signal);
      // It takes the beginning of a gid for the gid.
      return found.gid === gid ? found.status : undefined;
    } catch (error) {
      if (codeOf(error) !== 'not_found') throw error;
      return undefined;
    }
  }

  async function mustExist(gid: string, signal: AbortSignal): Promise<string> {
    const status = await statusOf(gid, signal);
    if (status === undefined || status === 'removed')
      throw fail('not_found', `aria2 no longer has the download ${gid}`);
    return status;
  }

  /** Ends a download, which takes aria2 up to a second. */
  async function end(gid: string, signal: AbortSignal): Promise<void> {
    await act('forceRemove', gid, signal);
    for (let looks = 0; looks < 20; looks++) {
      const status = await statusOf(gid, signal);
      if (status === undefined || ENDED.has(status)) return;
      await setTimeout(250, undefined, { signal });
    }
  }

  /** Takes an ended download off its list. One that never ran is on no list. */
  async function forget(gid: string, signal: AbortSignal): Promise<void> {
    if ((await statusOf(gid, signal)) !== undefined) await act('removeDownloadResult', gid, signal);
  }

  const version = async (signal: AbortSignal): Promise<string> =>
    (await ask(Version, 'getVersion', [], signal)).version;

  return {
    version,

    state: async (signal: AbortSignal): Promise<State> => ({
      version: await version(signal),
      options: await ask(GlobalOption, 'getGlobalOption', [], signal),
    }),

    async downloads(signal: AbortSignal): Promise<readonly Download[]> {
      const calls = LISTS.map(([methodName, ...parameters]) => ({ methodName, params: signed(parameters) }));
      const lists = parse(Batch, await call('system.multicall', [calls], signal), 'system.multicall');
      return LISTS.flatMap(([method], index) => {
        const list = lists[index];
        if (list !== undefined && 'code' in list) throw failure(method, list.message);
        return parse(Downloads, list?.[0], method);
      });
    },

    /** At once: an orderly pause waits for trackers, dead ones too. */
    async pause(gid: string, paused: boolean, signal: AbortSignal): Promise<void> {
      const status = await mustExist(gid, signal);
      if (paused ? status === 'paused' : status === 'active' || status === 'waiting') return;
      await act(paused ? 'forcePause' : 'unpause', gid, signal);
    },

    async remove(gid: string, deleteData: boolean, signal: AbortSignal): Promise<void> {
      const status = await mustExist(gid, signal);
      if (deleteData) throw fail('refused', KEEPS_DATA);
      if (!ENDED.has(status)) await end(gid, signal);
      await forget(gid, signal);
    },
  };
}

const ENDED: ReadonlySet<string> = new Set(['complete', 'error', 'removed']);

const KEEPS_DATA =
  'aria2 cannot delete data: remove the download without its data, then delete the files where they are';

function failure(method: string, message: string) {
  if (message === 'Unauthorized') return fail('auth_failed', 'aria2 rejected this secret: compare it with rpc-secret');
  if (/ is not found$|^Invalid GID/.test(message)) return fail('not_found', `aria2: ${message}`);
  return fail('refused', `aria2 refused ${method}: ${message}`);
}
