/** Whose plays they become: the media server that is named, else the only one there is. */
import { mediaPlayback, mediaSessions, mediaUsers } from '@sidelight/plugin-api';
import type { Cache } from '../cache/cache.js';
import { CodedError } from '../ground/errors.js';

/** Integrations that tell of plays, as far as any has been synced. */
export function mediaServers(cache: Pick<Cache, 'fetchedAt'>): readonly string[] {
  const [plays, ...more] = [mediaPlayback, mediaSessions, mediaUsers].map(({ id }) => cache.fetchedAt(id));
  // One that has left the config keeps its plays, and nothing else.
  return [...(plays?.keys() ?? [])].filter((id) => more.some((fresh) => fresh.has(id))).sort();
}

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
    throw new CodedError('import_source', `There are several media servers: whose plays are they, ${servers.join(' or ')}?`);
  return only;
}
