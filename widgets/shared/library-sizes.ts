import { type Answers, bytes, type Group, mediaFiles, mediaItems, top } from '@sidelight/plugin-api';
import { counted } from './labels.js';
import { globalId } from './rows.js';
import { storageReads } from './storage.js';

const titles = (kind: 'movie' | 'episode' | 'album' | 'other') => top(mediaItems, { by: 'libraryId', where: { kind } });

/** Each library, what its files sum up to, and its titles: what can be played, not the series around it. */
export const librarySizeReads = {
  libraries: storageReads.libraries,
  sizes: storageReads.sizes,
  films: titles('movie'),
  episodes: titles('episode'),
  albums: titles('album'),
  others: titles('other'),
  extras: top(mediaFiles, { by: 'libraryId', where: { kind: 'extra' }, sum: 'sizeBytes' }),
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

/** The largest first. What the server says of a library counts where its files and titles are not known. */
export function libraryRows({ libraries, sizes, extras, ...kinds }: Answers<typeof librarySizeReads>) {
  const sizeOf = byLibrary(sizes, (group) => group.sum);
  const extrasOf = byLibrary(extras, (group) => group.sum);
  const titlesOf = byLibrary(Object.values(kinds).flat(), (group) => group.count);
  return libraries.items
    .map((library) => {
      const id = globalId(library.source, library.id);
      const sizeBytes = sizeOf.get(id) ?? library.sizeBytes ?? 0;
      const size = bytes(sizeBytes);
      const items = titlesOf.get(id) ?? library.items ?? 0;
      return {
        id,
        name: library.name,
        type: library.type,
        bytes: sizeBytes,
        size,
        extraBytes: extrasOf.get(id) ?? 0,
        items,
        titles: counted(items, 'title'),
        locations: [...(library.locations ?? [])],
        label: size,
      };
    })
    .toSorted((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
}
