import {
  type Answers,
  bytes,
  cached,
  type Group,
  mediaFiles,
  mediaItems,
  mediaLibraries,
  releaseCalendar,
  tally,
  top,
} from '@sidelight/plugin-api';
import { int, text } from './fields.js';
import type { Release } from './releases.js';
import { globalId, sumOf } from './rows.js';

/** All files, and the libraries of which a server tells no files but a size. */
export const storageReads = {
  total: tally(mediaFiles, { sum: 'sizeBytes' }),
  sizes: top(mediaFiles, { by: 'libraryId', sum: 'sizeBytes' }),
  libraries: cached(mediaLibraries),
};

export function storageBytes({ total, sizes, libraries }: Answers<typeof storageReads>): number {
  const filed = new Set(sizes.map((group) => globalId(group.source ?? '', group.key)));
  const others = libraries.items.filter((library) => !filed.has(globalId(library.source, library.id)));
  return total.sum + sumOf(others, (library) => library.sizeBytes ?? 0);
}

export const totalFields = { totalLabel: text('Ready text of totalBytes'), totalBytes: int() };
export const totalFacts = (sizeBytes: number) => ({ totalLabel: bytes(sizeBytes), totalBytes: sizeBytes });

/** What it takes to guess how much space the coming releases need. */
export const estimateReads = {
  calendar: cached(releaseCalendar),
  fileKinds: top(mediaFiles, { by: 'kind', sum: 'sizeBytes' }),
  titleKinds: top(mediaItems, { by: 'kind' }),
};

/** An album is as large as its tracks; media servers keep no books. */
const FILES_OF: Readonly<Record<string, string>> = { movie: 'movie', episode: 'episode', album: 'track' };

/** Bytes that the releases will take, if each is as large as the mean title of its type in the library. */
export function estimateBytes(
  releases: readonly Release[],
  fileKinds: readonly Group[],
  titleKinds: readonly Group[],
): number {
  const sizes = new Map(fileKinds.map((group) => [group.key, group.sum]));
  const titles = new Map(titleKinds.map((group) => [group.key, group.count]));
  const meanOf = (type: Release['type']): number => {
    const count = titles.get(type) ?? 0;
    return count === 0 ? 0 : (sizes.get(FILES_OF[type] ?? 'other') ?? 0) / count;
  };
  return Math.round(releases.reduce((sum, release) => sum + meanOf(release.type), 0));
}
