import { bytes, cached, type Group, mediaFiles, mediaItems, releaseCalendar, tally, top } from '@sidelight/plugin-api';
import { int, text } from './fields.js';
import type { Release } from './releases.js';

/** The sum of all file sizes. */
export const storageRead = tally(mediaFiles, { sum: 'sizeBytes' });

export const totalFields = { totalLabel: text('Ready text of totalBytes'), totalBytes: int() };
export const totalFacts = (sizeBytes: number) => ({ totalLabel: bytes(sizeBytes), totalBytes: sizeBytes });

/** What it takes to guess how much space the coming releases need. */
export const estimateReads = {
  calendar: cached(releaseCalendar),
  fileKinds: top(mediaFiles, { by: 'kind', sum: 'sizeBytes' }),
  titleKinds: top(mediaItems, { by: 'kind' }),
};

/** An album is as large as its tracks; media servers keep no books. */
const FILES_OF = { movie: 'movie', episode: 'episode', album: 'track', book: 'other' } as const;

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
    return count === 0 ? 0 : (sizes.get(FILES_OF[type]) ?? 0) / count;
  };
  return Math.round(releases.reduce((sum, release) => sum + meanOf(release.type), 0));
}
