/** rTorrent's XML-RPC behind its HTTP gateway, and the calls that are needed. */
import { codeOf, fail, messageOf, type PluginContext, parse, type Static, type TSchema } from '@sidelight/plugin-api';
import { isPartial } from './map.js';
import {
  COMMANDS,
  Done,
  FILE_COMMANDS,
  Files,
  Limit,
  Rows,
  type Selections,
  type State,
  Torrents,
  Version,
} from './upstream.js';
import { decodeAnswer, encodeCall } from './xml-rpc.js';

interface Credentials {
  readonly username?: string;
  readonly password?: string;
}

type Context = Pick<PluginContext<Credentials>, 'http' | 'config'>;

export function connect({ http, config }: Context) {
  // The url is the gateway's own address; without a path it is /RPC2.
  const path = new URL(http.baseUrl).pathname === '/' ? '/RPC2' : '';
  const { username = '', password = '' } = config;
  const options = {
    as: 'text' as const,
    headers: { 'Content-Type': 'text/xml' },
    ...(username === '' && password === '' ? {} : { basicAuth: { username, password } }),
  };

  async function ask<S extends TSchema>(
    schema: S,
    method: string,
    parameters: readonly string[],
    signal: AbortSignal,
  ): Promise<Static<S>> {
    const { data } = await http.post(path, encodeCall(method, parameters), { ...options, signal });
    const answer = decode(method, String(data));
    if ('fault' in answer) throw failure(method, answer.fault);
    return parse(schema, answer.value, method);
  }

  const act = (method: string, hash: string, signal: AbortSignal) => ask(Done, method, [hash], signal);

  const version = (signal: AbortSignal): Promise<string> => ask(Version, 'system.client_version', [], signal);

  /** None where rTorrent refuses to tell, as it does of a torrent that has gone meanwhile. */
  async function selectedBytes(hash: string, signal: AbortSignal): Promise<number | undefined> {
    try {
      const files = await ask(Files, 'f.multicall', [hash, '', ...FILE_COMMANDS], signal);
      return files.reduce((sum, [size, priority]) => (priority === 0 ? sum : sum + size), 0);
    } catch (error) {
      if (codeOf(error) !== 'not_found' && codeOf(error) !== 'refused') throw error;
      return undefined;
    }
  }

  const selections = rememberedSelections(selectedBytes);

  return {
    version,
    selections,

    state: async (signal: AbortSignal): Promise<State> => ({
      version: await version(signal),
      down: await ask(Limit, 'throttle.global_down.max_rate', [''], signal),
      up: await ask(Limit, 'throttle.global_up.max_rate', [''], signal),
    }),

    async torrents(signal: AbortSignal): Promise<Torrents> {
      const questions = COMMANDS.map((command) => `${command}=`);
      const rows = await ask(Rows, 'd.multicall2', ['', 'main', ...questions], signal);
      const named = rows.map((row) => Object.fromEntries(COMMANDS.map((command, index) => [command, row[index]])));
      return parse(Torrents, named, 'd.multicall2');
    },

    async pause(hash: string, paused: boolean, signal: AbortSignal): Promise<void> {
      // A start alone leaves what was paused or closed as it is; a resume alone is forgotten at the next restart.
      for (const method of paused ? ['d.stop'] : ['d.start', 'd.resume']) await act(method, hash, signal);
    },

    async remove(hash: string, deleteData: boolean, signal: AbortSignal): Promise<void> {
      if (deleteData) {
        await act('d.state', hash, signal);
        throw fail('refused', KEEPS_DATA);
      }
      await act('d.erase', hash, signal);
    },
  };
}

interface Selection {
  /** How far it was when its files were looked at: while that stands still, so does what is wanted of it. */
  readonly at: string;
  readonly bytes: number | undefined;
}

/**
 * What is wanted of torrents of which not all is wanted. No command tells it of a torrent as a whole, so their files are
 * asked for, again when something has moved.
 */
function rememberedSelections(look: (hash: string, signal: AbortSignal) => Promise<number | undefined>) {
  let known: ReadonlyMap<string, Selection> = new Map();
  return async (torrents: Torrents, signal: AbortSignal): Promise<Selections> => {
    const next = new Map<string, Selection>();
    for (const torrent of torrents.filter(isPartial)) {
      const hash = torrent['d.hash'];
      const at = `${torrent['d.wanted_chunks']} ${torrent['d.bytes_done']}`;
      const before = known.get(hash);
      next.set(hash, before?.at === at ? before : { at, bytes: await look(hash, signal) });
    }
    known = next;
    return new Map([...next].flatMap(([hash, { bytes }]) => (bytes === undefined ? [] : [[hash, bytes] as const])));
  };
}

const KEEPS_DATA =
  'rTorrent cannot delete data: remove the torrent without its data, then delete the files where they are';

function decode(method: string, xml: string) {
  try {
    return decodeAnswer(xml);
  } catch (error) {
    // Line, column and character follow.
    const [problem = ''] = messageOf(error).split('\n');
    const advice = 'is the url that of the XML-RPC gateway, often /RPC2?';
    throw fail('bad_response', `${method} answered with something other than XML-RPC (${problem})`, { advice });
  }
}

function failure(method: string, fault: string) {
  if (/info-hash/i.test(fault)) return fail('not_found', 'rTorrent no longer has this torrent');
  return fail('refused', `rTorrent refused ${method}: ${fault}`);
}
