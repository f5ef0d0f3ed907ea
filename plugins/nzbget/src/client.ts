/** NZBGet's JSON-RPC with basic authentication. */
import { fail, type PluginContext, parse, type Static, type TSchema, Type } from '@sidelight/plugin-api';
import { recentHistory } from '@sidelight/usenet';
import { isStarted } from './map.js';
import { leavesNothing } from './outcome.js';
import { Answer, Edited, Entries, type Entry, type Group, Groups, Status, Version } from './upstream.js';

interface Credentials {
  readonly username?: string;
  readonly password?: string;
}

type Context = Pick<PluginContext<Credentials>, 'http' | 'config' | 'clock'>;

export interface Jobs {
  readonly groups: readonly Group[];
  readonly status: Status;
  readonly history: readonly Entry[];
}

/** While nothing loads or waits, NZBGet need not be asked. */
const IDLE: Status = { DownloadRate: 0, DownloadPaused: false };

export function connect({ http, config, clock }: Context) {
  const { username = '', password = '' } = config;
  const options = {
    ...(username === '' && password === '' ? {} : { basicAuth: { username, password } }),
    // NZBGet offers to keep a connection and closes it after a 401: the next call would look like a broken network.
    headers: { Connection: 'close' },
  };

  async function call<S extends TSchema>(
    schema: S,
    method: string,
    params: readonly unknown[],
    signal: AbortSignal,
  ): Promise<Static<S>> {
    const { data } = await http.post(
      '/jsonrpc',
      { method, params, id: 1 },
      { signal, schema: Type.Object({ result: schema }), ...options },
    );
    const { result, error } = parse(Answer, data, method);
    if (error !== undefined) throw fail('bad_response', `NZBGet refused ${method}: ${error.message}`);
    return parse(schema, result, method);
  }

  const status = (signal: AbortSignal): Promise<Status> => call(Status, 'status', [], signal);

  /** False where NZBGet has no such id in the list that the command is about. */
  const edit = (command: string, id: string, signal: AbortSignal): Promise<boolean> =>
    call(Edited, 'editqueue', [command, '', [Number(id)]], signal);

  const historyOf = (signal: AbortSignal): Promise<readonly Entry[]> => call(Entries, 'history', [false], signal);
  const recent = recentHistory<Entry>({ load: historyOf, clock });

  /** From the queue, else from the history, where `editqueue` answers true for what is hidden already. */
  async function remove(id: string, deleteData: boolean, signal: AbortSignal): Promise<void> {
    if (await edit(deleteData ? 'GroupFinalDelete' : 'GroupParkDelete', id, signal)) return;
    const finished = (await historyOf(signal)).find(({ NZBID }) => String(NZBID) === id);
    if (finished === undefined) {
      throw fail('not_found', `NZBGet no longer has the download ${id}, neither in its queue nor in its history`);
    }
    if (deleteData && !leavesNothing(finished)) throw fail('refused', KEEPS_DATA);
    await edit('HistoryDelete', id, signal);
  }

  const version = (signal: AbortSignal): Promise<string> => call(Version, 'version', [], signal);

  return {
    version,

    state: async (signal: AbortSignal) => ({ version: await version(signal), status: await status(signal) }),

    async jobs(signal: AbortSignal): Promise<Jobs> {
      const groups = await call(Groups, 'listgroups', [0], signal);
      const ids = groups.map((group) => String(group.NZBID));
      return {
        groups,
        status: groups.some(isStarted) ? await status(signal) : IDLE,
        history: await recent.beside(ids, signal),
      };
    },

    async pause(id: string, paused: boolean, signal: AbortSignal): Promise<void> {
      if (!paused && (await status(signal)).DownloadPaused) throw fail('refused', ALL_PAUSED);
      const done = await edit(paused ? 'GroupPause' : 'GroupResume', id, signal);
      if (!done) throw fail('not_found', `the download ${id} is no longer in the queue of NZBGet`);
    },

    remove: (id: string, deleteData: boolean, signal: AbortSignal): Promise<void> =>
      remove(id, deleteData, signal).finally(recent.forget),
  };
}

const ALL_PAUSED = 'NZBGet has paused its whole queue: resume that first';
const KEEPS_DATA =
  'NZBGet cannot delete the data of a finished download: remove it without its data, then delete the files where they are';
