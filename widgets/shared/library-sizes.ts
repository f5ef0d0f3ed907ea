import {
  type Answers,
  bytes,
  cached,
  type Group,
  mediaFiles,
  mediaItems,
  mediaLibraries,
  top,
} from '@sidelight/plugin-api';
import { counted } from './labels.js';
import { globalId } from './rows.js';

const titles = (kind: 'movie' | 'episode' | 'album' | 'other') => top(mediaItems, { by: 'libraryId', where: { kind } });

/** Each library, what its files sum up to, and its titles: what can be played, not the series around it. */
export const librarySizeReads = {
  libraries: cached(mediaLibraries),
  sizes: top(mediaFiles, { by: 'libraryId', sum: 'sizeBytes' }),
  films: titles('movie'),
  episodes: titles('episode'),
  albums: titles('album'),
  others: titles('other'),
};

/** A number of each library, by its global id; groups of the same library are added up. */
function byLibrary(groups: readonly Group[], value: (group: Group) => number): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const group of groups) {
    const id = globalId(group.source ?? '', group.key);
    values.set(id, (values.get(id) ?? 0) + value(group));
  }
  return values;
}

/** The largest first. */
export function libraryRows({ libraries, sizes, ...kinds }: Answers<typeof librarySizeReads>) {
  const sizeOf = byLibrary(sizes, (group) => group.sum);
  const titlesOf = byLibrary(Object.values(kinds).flat(), (group) => group.count);
  return libraries.items
    .map((library) => {
      const id = globalId(library.source, library.id);
      const sizeBytes = sizeOf.get(id) ?? 0;
      const size = bytes(sizeBytes);
      const items = titlesOf.get(id) ?? 0;
      return {
        id,
        name: library.name,
        type: library.type,
        bytes: sizeBytes,
        size,
        items,
        titles: counted(items, 'title'),
        label: size,
      };
    })
    .toSorted((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
}
