/** Who plays what, with the rates of files whose video has none: they are asked for once, when the title begins. */
import { type Logger, messageOf } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { needsRate, type SessionRow, sessionsOf } from './map-sessions.js';
import type * as up from './upstream.js';

/** Title → version → bits per second. */
type Rates = ReadonlyMap<string, ReadonlyMap<string, number>>;

const TICKS_PER_SECOND = 10_000_000;
const NONE: ReadonlyMap<string, number> = new Map();

export function playing(client: Client, log: Logger): (signal: AbortSignal) => Promise<readonly SessionRow[]> {
  let known: Rates = new Map();
  return async (signal) => {
    const sessions = await client.sessions(signal);
    const wanted = new Set(sessions.filter(needsRate).flatMap(({ NowPlayingItem: item }) => item?.Id ?? []));
    const missing = [...wanted].filter((id) => !known.has(id));
    const asked = missing.length === 0 ? new Map() : await ratesOf(client, missing, signal, log);
    known = new Map([...known, ...asked].filter(([id]) => wanted.has(id)));
    return sessionsOf(sessions, (id, version) => (known.get(id) ?? NONE).get(version ?? '') ?? first(known.get(id)));
  };
}

const first = (rates: ReadonlyMap<string, number> = NONE): number | undefined =>
  rates.size === 1 ? [...rates.values()][0] : undefined;

/** Of what cannot be told nothing is known, as long as it plays: that is no reason to go without the sessions. */
async function ratesOf(client: Client, ids: readonly string[], signal: AbortSignal, log: Logger): Promise<Rates> {
  const unknown = ids.map((id) => [id, NONE] as const);
  try {
    const { Items } = await client.itemsById(ids, signal);
    return new Map([
      ...unknown,
      ...Items.filter(({ Id }) => ids.includes(Id)).map((item) => [item.Id, versionsOf(item)] as const),
    ]);
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn('the sizes of files that are played could not be asked for', { reason: messageOf(error) });
    return new Map(unknown);
  }
}

const versionsOf = (item: up.Item): ReadonlyMap<string, number> =>
  new Map(
    (item.MediaSources ?? []).flatMap(({ Id, Size, RunTimeTicks }) => {
      const seconds = (RunTimeTicks ?? item.RunTimeTicks ?? 0) / TICKS_PER_SECOND;
      return Size && seconds > 0 ? [[Id ?? '', Math.round((Size * 8) / seconds)] as const] : [];
    }),
  );
