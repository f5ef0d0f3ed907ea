/** From Tautulli's answers to port items: the server, its people and libraries. */
import type { ItemIn, mediaLibraries, mediaServer, mediaUsers } from '@sidelight/plugin-api';
import { isOn, nameOf, numberOf, timeOf } from './loose.js';
import type * as up from './upstream.js';

/** None before Tautulli knows of one. How fast Plex answers is not told. */
export const serversOf = (server: up.Server): readonly ItemIn<typeof mediaServer>[] => {
  const id = server.pms_identifier;
  if (!id) return [];
  return [{ id, name: server.pms_name || 'Plex', version: server.pms_version ?? '', instanceId: id }];
};

/** "Local" is whoever plays without an account, and none itself. */
const NOBODY = 0;

export function usersOf(users: readonly up.User[], seen: readonly up.Seen[]): readonly ItemIn<typeof mediaUsers>[] {
  const last = new Map(seen.map((row) => [row.user_id, row]));
  return users
    .filter((user) => user.user_id !== NOBODY)
    .map((user) => ({
      id: String(user.user_id),
      name: nameOf(user.friendly_name, user.username) ?? `User ${user.user_id}`,
      admin: isOn(user.is_admin),
      disabled: numberOf(user.is_active) === 0,
      lastAt: timeOf(last.get(user.user_id)?.last_seen),
      lastTitle: last.get(user.user_id)?.last_played || undefined,
    }));
}

const KINDS = {
  movie: { type: 'movies', items: 'count' },
  show: { type: 'shows', items: 'child_count' },
  artist: { type: 'music', items: 'parent_count' },
  photo: { type: 'other', items: 'count' },
} as const;

const kindOf = (type: string) => (type in KINDS ? KINDS[type as keyof typeof KINDS] : undefined);

/** Without those that Plex has no more, and without live television, which Tautulli counts as one. */
export const librariesOf = (libraries: readonly up.Library[]): readonly ItemIn<typeof mediaLibraries>[] =>
  libraries.flatMap((library) => {
    const kind = kindOf(library.section_type ?? '');
    if (kind === undefined || numberOf(library.is_active) === 0) return [];
    const id = String(library.section_id);
    return [{ id, name: library.section_name || id, type: kind.type, items: numberOf(library[kind.items]) }];
  });
