/** The disks that hold the libraries. Pure. */
import { type Answers, bytes, cached, mediaLibraries, optional, serverDisks } from '@sidelight/plugin-api';
import { int, NO_LABEL, nullable, text } from './fields.js';
import { type RowOf, sumOf } from './rows.js';

type Disk = RowOf<typeof serverDisks>;

export const capacityReads = { libraries: cached(mediaLibraries), disks: optional(cached(serverDisks)) };

export const capacityFields = {
  capacity: text('Formatted capacityBytes, or –'),
  capacityBytes: nullable(int('Of the disks with the libraries; null if unknown')),
  free: text('Formatted freeBytes, or –'),
  freeBytes: nullable(int()),
};

const UNKNOWN = { capacity: NO_LABEL, capacityBytes: null, free: NO_LABEL, freeBytes: null };

/** The media servers tell of their own disks; where none does, others that have the same folders may. */
export function capacityFacts({ libraries, disks }: Answers<typeof capacityReads>) {
  const servers = new Set(libraries.items.map(({ source }) => source));
  const own = libraries.items.flatMap(({ source, locations = [] }) =>
    locations.flatMap(
      (folder) =>
        diskOf(
          disks.items.filter((disk) => disk.source === source),
          folder,
        ) ?? [],
    ),
  );
  const others = disks.items.filter(({ source }) => !servers.has(source));
  const holding = own.length > 0 ? own : foldersOf(libraries.items).flatMap((folder) => diskOf(others, folder) ?? []);
  if (holding.length === 0) return UNKNOWN;
  // One disk may be mounted in several places, and be told of by several services.
  const different = [...new Map(holding.map((disk) => [`${disk.freeBytes}:${disk.totalBytes}`, disk])).values()];
  const capacityBytes = sumOf(different, (disk) => disk.totalBytes);
  const freeBytes = sumOf(different, (disk) => disk.freeBytes);
  return { capacity: bytes(capacityBytes), capacityBytes, free: bytes(freeBytes), freeBytes };
}

const foldersOf = (libraries: readonly RowOf<typeof mediaLibraries>[]): readonly string[] =>
  libraries.flatMap(({ locations = [] }) => locations);

/** The disk with the longest path around a folder. */
function diskOf(disks: readonly Disk[], folder: string): Disk | undefined {
  const around = disks.filter(({ path, totalBytes }) => totalBytes > 0 && holds(path, folder));
  return around.toSorted((a, b) => b.path.length - a.path.length)[0];
}

/** Folders end where a name ends. */
function holds(disk: string, folder: string): boolean {
  const plain = disk.replace(/[\\/]+$/, '');
  return folder.startsWith(plain) && (folder.length === plain.length || /^[\\/]/.test(folder.slice(plain.length)));
}
