import { type ItemOf, type mediaServer, nullable, type Rows } from '@sidelight/plugin-api';
import { flag, int, oneOf, text } from './fields.js';

export const mediaServerFields = {
  mediaserverOk: flag(),
  mediaserverName: text('As last seen'),
  mediaserverVersion: text('As last seen'),
  mediaserverStatus: oneOf('online', 'offline', 'unknown'),
};

export const pingField = { pingMs: nullable(int('null while it does not answer')) };

const STATUS = { ok: 'online', down: 'offline', stale: 'unknown' } as const;

/** The first configured media server speaks for all: its row, and what is known of its state. */
export function firstServer(servers: Rows<ItemOf<typeof mediaServer>>) {
  const source = servers.sources[0];
  const row = servers.items.find((item) => item.source === source?.id);
  return { row, source, ok: source?.state === 'ok' };
}

export function mediaServerFacts(servers: Rows<ItemOf<typeof mediaServer>>) {
  const { row, source, ok } = firstServer(servers);
  return {
    mediaserverOk: ok,
    mediaserverName: row?.name ?? '',
    mediaserverVersion: row?.version ?? '',
    mediaserverStatus: source === undefined ? ('unknown' as const) : STATUS[source.state],
  };
}

export function pingFacts(servers: Rows<ItemOf<typeof mediaServer>>) {
  const { row, ok } = firstServer(servers);
  return { pingMs: ok ? (row?.pingMs ?? null) : null };
}
