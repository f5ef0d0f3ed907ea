/** What a download holds, as far as its manager knows. Pure. */
import type { ItemIn, releaseQueue } from '@sidelight/plugin-api';
import type { Title } from './library.js';
import type { Images, Quality } from './upstream.js';

export type ReleaseType = ItemIn<typeof releaseQueue>['type'];

/** A series, movie or album: its title and its ids in the public databases. */
export type Work = Pick<Title, 'id' | 'title' | 'tmdb' | 'tvdb' | 'imdb'>;

/** What one record of a queue or a history is about. `work`: undefined while the manager has not matched it. */
export interface Subject {
  readonly work: Work | undefined;
  readonly season?: number | undefined;
  readonly is4k?: boolean | undefined;
}

/** The subject of a download with several records: what they do not agree on is left open. */
export function commonSubject(subjects: readonly Subject[]): Subject {
  const isOneWork = common(subjects.map(({ work }) => work?.id)) !== undefined;
  return {
    work: isOneWork ? subjects[0]?.work : undefined,
    season: common(subjects.map(({ season }) => season)),
    is4k: common(subjects.map(({ is4k }) => is4k)),
  };
}

const common = <T>(values: readonly T[]): T | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined;

export const idsOf = ({ tmdb, tvdb, imdb }: Partial<Work> = {}) => ({ tmdb, tvdb, imdb });

/** Managers write 0 for a number that they do not know. */
export const publicId = (id: number | string | null | undefined): string | undefined =>
  id === undefined || id === null || id === 0 || id === '' ? undefined : String(id);

/** The path of its poster or cover below the url, if it has one. */
export const imageAt = (path: string, images: Images | null | undefined): string | undefined => {
  const kind = ['poster', 'cover'].find((one) => images?.some(({ coverType }) => coverType === one));
  return kind === undefined ? undefined : `${path}/${kind}.jpg`;
};

const LINES_OF_4K = 2160;

/** @param chosen what the config says of the whole manager, which counts more than a single release */
export function is4kRelease(chosen: boolean | undefined, quality: Quality | null | undefined): boolean | undefined {
  const lines = quality?.quality.resolution ?? 0;
  return chosen ?? (lines === 0 ? undefined : lines >= LINES_OF_4K);
}

const INFO_HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** The download's key as the ports have it: a few adapters leave an info hash in lower case. */
export function downloadKeyOf(downloadId: string | null | undefined): string | undefined {
  if (downloadId === undefined || downloadId === null || downloadId === '') return undefined;
  return INFO_HASH.test(downloadId) ? downloadId.toUpperCase() : downloadId;
}

/** Records by the download that they belong to, in the order of their first one. */
export function byDownload<R>(records: readonly R[], keyOf: (record: R) => string): ReadonlyMap<string, [R, ...R[]]> {
  const downloads = new Map<string, [R, ...R[]]>();
  for (const record of records) {
    const known = downloads.get(keyOf(record));
    if (known === undefined) downloads.set(keyOf(record), [record]);
    else known.push(record);
  }
  return downloads;
}
