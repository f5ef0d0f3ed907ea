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
    const there = servers.length === 0 ? 'none has been synced yet' : `there is ${servers.join(', ')}`;
    throw new CodedError('import_source', `${asked} is no media server of this Sidelight: ${there}`);
  }
  const [only, other] = servers;
  if (only === undefined)
    throw new CodedError('import_source', 'No media server has been synced yet: plays belong to one', {
      hint: 'Connect a media server first, and let Sidelight run until it is up.',
    });
  if (other !== undefined)
    throw new CodedError(
      'import_source',
      `There are several media servers: whose plays are they, ${servers.join(' or ')}?`,
    );
  return only;
}
