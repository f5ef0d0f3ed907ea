/** Whose plays they become: the media server that is named, else the only one there is. */
import { mediaSessions, mediaUsers } from '@sidelight/plugin-api';
import type { Cache } from '../cache/cache.js';
import { CodedError } from '../ground/errors.js';

/** Integrations that say who is there and what they play, as far as any has been synced: one that has left the config says nothing. */
export const mediaServers = (cache: Pick<Cache, 'fetchedAt'>): readonly string[] =>
  [...new Set([mediaSessions, mediaUsers].flatMap(({ id }) => [...cache.fetchedAt(id).keys()]))].sort();

/** @throws import_source */
export function targetOf(servers: readonly string[], asked: string | undefined): string {
  if (asked !== undefined) {
    if (servers.includes(asked)) return asked;
    const there = servers.length === 0 ? 'none has synced yet' : `choose ${servers.join(' or ')}`;
    throw new CodedError('import_source', `${asked} is not a media server of this Sidelight: ${there}`);
  }
  const [only, other] = servers;
  if (only === undefined)
    throw new CodedError('import_source', 'Plays belong to a media server, and none has synced yet', {
      hint: 'Connect a media server first, and wait until it has synced.',
    });
  if (other !== undefined)
    throw new CodedError('import_source', `Choose the media server that the plays belong to: ${servers.join(' or ')}`);
  return only;
}
