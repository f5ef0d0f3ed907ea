/** Which library a file belongs to: the one whose folder it lies in, whichever library listed it last. Pure. */
import type { WantedLibrary } from './map.js';

/** Folders end where a name ends: `/media/films` does not hold `/media/films-4k/x.mkv`. */
const holds = (folder: string, path: string): boolean => {
  const plain = folder.replace(/[\\/]+$/, '');
  return path.startsWith(plain) && (path.length === plain.length || /^[\\/]/.test(path.slice(plain.length)));
};

/** The library with the longest folder around the path; of several with the same, the first. */
export function libraryOfPath(libraries: readonly WantedLibrary[], path: string): string | undefined {
  let found: { readonly id: string; readonly length: number } | undefined;
  for (const { id, locations } of libraries) {
    for (const folder of locations.filter((one) => holds(one, path))) {
      if (found === undefined || folder.length > found.length) found = { id, length: folder.length };
    }
  }
  return found?.id;
}
