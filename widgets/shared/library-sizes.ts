import { bytes, cached, type Group, mediaFiles, mediaLibraries, top } from '@sidelight/plugin-api';
import { globalId, type RowOf } from './rows.js';

/** Each library, and what its files sum up to. A title with several versions counts once. */
export const librarySizeReads = {
  libraries: cached(mediaLibraries),
  sizes: top(mediaFiles, { by: 'libraryId', sum: 'sizeBytes', distinct: 'itemId' }),
};

/** The largest first. */
export function libraryRows(libraries: readonly RowOf<typeof mediaLibraries>[], sizes: readonly Group[]) {
  const sizeOf = new Map(sizes.map((group) => [globalId(group.source ?? '', group.key), group]));
  return libraries
    .map((library) => {
      const id = globalId(library.source, library.id);
      const size = sizeOf.get(id);
      const label = bytes(size?.sum ?? 0);
      return {
        id,
        name: library.name,
        type: library.type,
        bytes: size?.sum ?? 0,
        size: label,
        items: size?.distinct ?? 0,
        label,
      };
    })
    .toSorted((a, b) => b.bytes - a.bytes || a.name.localeCompare(b.name));
}
