/** Emby's answers as those of its relative, where they say the same in another way. Pure. */
import type { Item, LogEntry, MediaSource, User } from '@sidelight/mediabrowser';

/** What lies on a disk. Without a path it is an episode that is missing, or not out yet. */
const FILED = new Set(['Movie', 'Episode', 'Audio', 'Video', 'MusicVideo', 'Book', 'AudioBook']);

/**
 * Its versions are titles of their own in a listing, and their files have ids of their own: of a source only the file counts.
 * Where none is told, the title itself is its file.
 */
export const plainItem = (item: Item): Item => ({
  ...item,
  ...(FILED.has(item.Type) && !item.Path ? { LocationType: 'Virtual' } : {}),
  MediaSources: item.MediaSources?.map((source) => ({ ...source, Type: null })) ?? ownSource(item),
});

function ownSource({
  Id,
  Path,
  Size = null,
  Width = null,
  Height = null,
  RunTimeTicks = null,
  ...item
}: Item): MediaSource[] {
  if (!Path || item.IsFolder === true || !FILED.has(item.Type)) return [];
  return [{ Id, Path, Size, RunTimeTicks, MediaStreams: [{ Type: 'Video', Width, Height }] }];
}

/**
 * Its log names users by numbers that no other answer knows. The sentence of an entry begins with the user's name, in most
 * languages: whoever it does not begin with is unknown.
 */
export function plainEntry(entry: LogEntry, users: readonly User[]): LogEntry {
  const named = users.filter(({ Name }) => entry.Name?.startsWith(`${Name} `));
  const [user] = named.toSorted((a, b) => b.Name.length - a.Name.length);
  return { ...entry, UserId: user?.Id ?? null };
}
