/** The JSON-RPC of deluge-web: the daemon behind it, and the calls that are needed. */
import { fail, type PluginContext, parse, type Static, type TSchema } from '@sidelight/plugin-api';
import { type Call, DelugeError, openSession, type Send } from './session.js';
import {
  FoundTorrent,
  FreeSpace,
  Hosts,
  LIMIT_KEYS,
  Limits,
  type State,
  TORRENT_KEYS,
  Torrents,
  Verdict,
  Version,
} from './upstream.js';

interface Config {
  readonly password: string;
  readonly daemon?: string;
}

type Context = Pick<PluginContext<Config>, 'http' | 'config'>;

export function connect(ctx: Context) {
  const send = openDaemon(openSession(ctx), ctx.config.daemon);

  const ask = async <S extends TSchema>(schema: S, call: Call, signal: AbortSignal): Promise<Static<S>> =>
    parse(schema, await send({ ...call, schema }, signal), call.method);

  const version = (signal: AbortSignal): Promise<string> => ask(Version, { method: 'daemon.get_version' }, signal);

  return {
    version,

    state: async (signal: AbortSignal): Promise<State> => ({
      version: await version(signal),
      limits: await ask(Limits, { method: 'core.get_config_values', params: [LIMIT_KEYS] }, signal),
      free: await ask(FreeSpace, { method: 'core.get_free_space' }, signal),
      paused: await ask(Verdict, { method: 'core.is_session_paused' }, signal),
    }),

    torrents: (signal: AbortSignal): Promise<Torrents> =>
      ask(Torrents, { method: 'core.get_torrents_status', params: [{}, TORRENT_KEYS] }, signal),

    /** Told to pause what it does not have, the daemon answers with an error of its inner workings. */
    async has(hash: string, signal: AbortSignal): Promise<boolean> {
      const found = await ask(FoundTorrent, { method: 'core.get_torrent_status', params: [hash, ['name']] }, signal);
      return found.name !== undefined;
    },

    async pause(hash: string, paused: boolean, signal: AbortSignal): Promise<void> {
      await send({ method: paused ? 'core.pause_torrents' : 'core.resume_torrents', params: [[hash]] }, signal);
    },

    async remove(hash: string, deleteData: boolean, signal: AbortSignal): Promise<void> {
      await send({ method: 'core.remove_torrent', params: [hash, deleteData] }, signal);
    },
  };
}

/**
 * Sends calls that the daemon answers, and makes sure that there is one: before the first call, and after each that
 * failed, since a call to a daemon that is gone is never answered at all.
 */
function openDaemon(send: Send, wanted: string | undefined): Send {
  let connected = false;

  const isConnected = async (signal: AbortSignal): Promise<boolean> =>
    parse(Verdict, await send({ method: 'web.connected' }, signal), 'web.connected');

  async function reach(signal: AbortSignal): Promise<void> {
    if (await isConnected(signal)) return;
    const hosts = parse(Hosts, await send({ method: 'web.get_hosts' }, signal), 'web.get_hosts');
    await send({ method: 'web.connect', params: [choose(hosts, wanted)] }, signal);
    if (!(await isConnected(signal))) throw fail('unreachable', OFFLINE);
  }

  async function attempt(call: Call, signal: AbortSignal): Promise<unknown> {
    if (!connected) await reach(signal);
    try {
      const result = await send(call, signal);
      connected = true;
      return result;
    } catch (error) {
      connected = error instanceof DelugeError && !error.unknownMethod;
      throw error;
    }
  }

  return async function sendToDaemon(call, signal) {
    const before = connected;
    try {
      return await attempt(call, signal);
    } catch (error) {
      // deluge-web was started anew: it knows a daemon's methods only once it is connected to one.
      if (!(before && error instanceof DelugeError && error.unknownMethod)) throw error;
      return await attempt(call, signal);
    }
  };
}

/** @param wanted the id of a daemon, or its `address:port` */
function choose(hosts: Hosts, wanted: string | undefined): string {
  const found = hosts.find(
    ([id, address, port]) => wanted === undefined || [id, `${address}:${port}`].includes(wanted),
  );
  if (found !== undefined) return found[0];
  const known = hosts.map(([, address, port]) => `${address}:${port}`).join(', ') || 'none';
  throw fail('unreachable', `the connection manager of Deluge has no daemon ${wanted ?? 'at all'}; it has: ${known}`);
}

const OFFLINE = 'deluge-web runs, but its daemon does not answer: start deluged, or look into its connection manager';
