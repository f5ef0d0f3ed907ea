import {
  type Answers,
  bytes,
  cached,
  type Group,
  mediaFiles,
  mediaItems,
  mediaLibraries,
  type Rows,
  releaseCalendar,
  tally,
  top,
  UNKNOWN,
} from '@sidelight/plugin-api';
import { int, text } from './fields.js';
import type { Plan, Release } from './plans.js';
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

export const totalFields = { totalLabel: text('Formatted totalBytes'), totalBytes: int() };
export const totalFacts = (sizeBytes: number) => ({ totalLabel: bytes(sizeBytes), totalBytes: sizeBytes });

/** What it takes to guess how much space the coming releases need. */
export const estimateReads = {
  calendar: cached(releaseCalendar),
  fileKinds: top(mediaFiles, { by: 'kind', sum: 'sizeBytes' }),
  titleKinds: top(mediaItems, { by: 'kind' }),
};

/** An album is as large as its tracks; media servers keep no books. */
const FILES_OF: Readonly<Record<string, string>> = { movie: 'movie', episode: 'episode', album: 'track' };

/** Bytes that releases will take: as their managers say, else as much as the mean title of their type in the library. */
export function estimateBytes(
  plans: readonly Plan[],
  fileKinds: readonly Group[],
  titleKinds: readonly Group[],
): number {
  const sizes = new Map(fileKinds.map((group) => [group.key, group.sum]));
  const titles = new Map(titleKinds.map((group) => [group.key, group.count]));
  const meanOf = (type: Release['type']): number => {
    const count = titles.get(type) ?? 0;
    return count === 0 ? 0 : (sizes.get(FILES_OF[type] ?? 'other') ?? 0) / count;
  };
  return Math.round(sumOf(plans, ({ sizeBytes, release }) => sizeBytes ?? meanOf(release.type)));
}

/** Of nothing to come it is 0 B. Of titles to come it is not known as long as there are none in the library to compare them with. */
export function estimateText(sizeBytes: number, coming: readonly Plan[], { sources }: Rows<object>): string {
  const isTold = sources.some(({ fetchedAt }) => fetchedAt !== null);
  return isTold && (coming.length === 0 || sizeBytes > 0) ? bytes(sizeBytes) : UNKNOWN;
}
