import { type ItemOf, type mediaServer, nullable, type Rows } from '@sidelight/plugin-api';
import { flag, int, oneOf, text, titled } from './fields.js';

export const mediaServerFields = {
  mediaserverOk: flag(),
  mediaserverName: text('As last seen'),
  mediaserverVersion: text('As last seen'),
  mediaserverStatus: titled('ServerStatus', oneOf('online', 'offline', 'unknown')),
};

export const pingField = { pingMs: nullable(int('null while it does not answer')) };

const STATUS = { ok: 'online', down: 'offline', stale: 'unknown' } as const;

type Servers = Rows<ItemOf<typeof mediaServer>>;

/**
 * The first configured media server speaks for all: its row, and what is known of its state.
 * @param known what was last stored: name and version outlive an answer that is missing now
 */
export function firstServer(servers: Servers, known: Servers = servers) {
  const source = servers.sources[0];
  const row = [...servers.items, ...known.items].find((item) => item.source === source?.id);
  return { row, source, ok: source?.state === 'ok' };
}

export function mediaServerFacts(servers: Servers, known?: Servers) {
  const { row, source, ok } = firstServer(servers, known);
  return {
    mediaserverOk: ok,
    mediaserverName: row?.name ?? '',
    mediaserverVersion: row?.version ?? '',
    mediaserverStatus: source === undefined ? ('unknown' as const) : STATUS[source.state],
  };
}

export function pingFacts(servers: Servers) {
  const { row, ok } = firstServer(servers);
  return { pingMs: ok ? (row?.pingMs ?? null) : null };
}

/** All of them, in the order of the config. */
export const everyServer = (servers: Servers, known: Servers) =>
  servers.sources.map(({ id, state }) => {
    const now = servers.items.find((item) => item.source === id);
    const last = now ?? known.items.find((item) => item.source === id);
    return {
      id,
      name: last?.name ?? '',
      version: last?.version ?? '',
      status: STATUS[state],
      pingMs: state === 'ok' ? (now?.pingMs ?? null) : null,
    };
  });
