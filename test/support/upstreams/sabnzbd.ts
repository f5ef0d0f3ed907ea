/** The Usenet client of the world: SABnzbd 5, with one job that is paused and one that failed. */
import { KEYS } from '../world/keys.js';
import { type Asked, type Reply, startUpstream, type Upstream } from './upstream.js';

interface Slot {
  readonly nzo_id: string;
  readonly filename: string;
  status: string;
  readonly priority: string;
  readonly mb: string;
  readonly mbleft: string;
  readonly timeleft: string;
}

interface Entry {
  readonly nzo_id: string;
  readonly name: string;
  readonly status: string;
  readonly fail_message: string;
  readonly bytes: number;
  readonly completed: number;
}

export interface FakeSabnzbd {
  readonly upstream: Upstream;
  queue: readonly Slot[];
  history: readonly Entry[];
}

const world = (): Pick<FakeSabnzbd, 'queue' | 'history'> => ({
  queue: [
    {
      ...{ nzo_id: KEYS.tears, filename: 'Tears.of.Steel.2012.1080p.WEB-DL-EXAMPLE', status: 'Paused' },
      ...{ priority: 'Normal', mb: '5120.00', mbleft: '2560.00', timeleft: '0:00:00' },
    },
  ],
  history: [
    {
      ...{ nzo_id: KEYS.lanterns, name: 'Paper.Lanterns.S03E02.720p.HDTV-EXAMPLE', status: 'Failed' },
      fail_message: 'Aborted, cannot be completed - https://sabnzbd.org/not-complete',
      ...{ bytes: 1_073_741_824, completed: Math.floor(Date.now() / 1000) - 1800 },
    },
  ],
});

const modeOf = ({ query }: Asked): string => ['mode', 'name'].flatMap((field) => query.get(field) ?? []).join(' ');

export async function startSabnzbd(apiKey: string): Promise<FakeSabnzbd> {
  const state = world();
  const only = <T extends { readonly nzo_id: string }>(rows: readonly T[], query: URLSearchParams) => {
    const ids = query.get('nzo_ids')?.split(',');
    return ids === undefined ? rows : rows.filter(({ nzo_id }) => ids.includes(nzo_id));
  };
  const without = <T extends { readonly nzo_id: string }>(rows: readonly T[], id: string | null) =>
    rows.filter(({ nzo_id }) => nzo_id !== id);
  const setStatus = (id: string | null, status: string): Reply => {
    for (const slot of state.queue) if (slot.nzo_id === id) slot.status = status;
    return { body: { status: true, nzo_ids: [id] } };
  };

  const modes: Readonly<Record<string, (query: URLSearchParams) => Reply>> = {
    queue: (query) => ({
      body: { queue: { version: '5.1.3', paused: false, kbpersec: '0.00', slots: only(state.queue, query) } },
    }),
    history: (query) => ({ body: { history: { slots: only(state.history, query), version: '5.1.3' } } }),
    'queue pause': (query) => setStatus(query.get('value'), 'Paused'),
    'queue resume': (query) => setStatus(query.get('value'), 'Queued'),
    'queue delete': (query) => {
      const left = without(state.queue, query.get('value'));
      const status = left.length < state.queue.length;
      state.queue = left;
      return { body: { status, nzo_ids: [] } };
    },
    'history delete': (query) => {
      state.history = without(state.history, query.get('value'));
      return { body: { status: true } };
    },
  };

  const upstream = await startUpstream({
    nameOf: modeOf,
    answer(asked) {
      if (asked.query.get('apikey') !== apiKey) return { status: 403, body: 'API Key Incorrect' };
      return modes[modeOf(asked)]?.(asked.query) ?? { body: { status: false, error: 'not implemented' } };
    },
  });
  return Object.assign(state, { upstream });
}
