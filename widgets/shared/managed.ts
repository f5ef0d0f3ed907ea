/** The queues of release managers: what each download is called, and what no client that is connected here tells of. Pure. */
import { cached, releaseQueue } from '@sidelight/plugin-api';
import type { Download } from './downloads.js';
import { globalId, type RowOf } from './rows.js';

export const releaseQueueRead = cached(releaseQueue);

export type Queued = RowOf<typeof releaseQueue>;

/** Clients and managers do not agree on the case of a hash. */
export const downloadKeyOf = (downloadKey: string): string => downloadKey.toUpperCase();

/** Imports that need a decision by hand. */
export const isBlocked = (release: Queued): boolean => release.state === 'blocked';

/** What stands still, as its manager sees it. */
export const isHindered = ({ state, warnings = [] }: Queued): boolean =>
  state !== 'blocked' && state !== 'failed' && warnings.length > 0;

/**
 * What is under way in a client that is not connected here, or in none as yet. Of what a client tells of, the client knows
 * more; it goes by its key, or by its name where client and manager do not agree on the key. Of two managers with one download
 * the one that needs somebody speaks.
 */
export function unseenReleases(releases: readonly Queued[], downloads: readonly Download[]): readonly Queued[] {
  if (releases.length === 0) return [];
  const isTold = toldOf(releases, downloads);
  const unseen = releases.filter((release) => release.state !== 'imported' && !isTold(release));
  const first = new Map<string, Queued>();
  for (const release of unseen) {
    const { downloadKey, source, id } = release;
    const key = downloadKey === undefined ? globalId(source, id) : downloadKeyOf(downloadKey);
    const known = first.get(key);
    if (known === undefined || (needsSomebody(release) && !needsSomebody(known))) first.set(key, release);
  }
  return [...first.values()];
}

/** What a client tells of. Clients may hold thousands, so that of these only what a manager asks after is kept. */
function toldOf(releases: readonly Queued[], downloads: readonly Download[]): (release: Queued) => boolean {
  const wanted = new Set(
    releases.flatMap(({ downloadKey }) => (downloadKey === undefined ? [] : [downloadKeyOf(downloadKey)])),
  );
  const named = new Set(releases.map(({ release = '' }) => release));
  const keys = new Set<string>();
  const names = new Set<string>();
  for (const download of downloads) {
    const key = keyOf(download);
    if (wanted.has(key)) keys.add(key);
    if (named.has(download.name)) names.add(download.name);
  }
  return ({ downloadKey, release = '' }) =>
    downloadKey !== undefined && (keys.has(downloadKeyOf(downloadKey)) || names.has(release));
}

const known = new WeakMap<Download, string>();

/** The same row is read again and again. */
function keyOf(download: Download): string {
  let key = known.get(download);
  if (key === undefined) {
    key = downloadKeyOf(download.downloadKey);
    known.set(download, key);
  }
  return key;
}

const needsSomebody = (release: Queued): boolean =>
  isBlocked(release) || isHindered(release) || release.state === 'failed';

/** Why it is not as it should be, as far as its manager says. */
export const reasonOf = ({ message, warnings = [] }: Queued): string | undefined => message ?? warnings[0];

const PART = /(?:^|[\s._-])(S\d{1,4}(?:[\s._-]?E\d{1,4})*)(?![a-z\d])/i;
const DAY = /(?:^|[\s._-])((?:19|20)\d\d)[\s._-](\d\d)[\s._-](\d\d)(?!\d)/;

/** "Signal Ridge S02E05", "The Late Show 2026-11-18": the title, and which part of it the release is by its name. */
function fullName({ title, type, release = '' }: Queued): string {
  if (type !== 'episode' || title === release) return title;
  const day = DAY.exec(release)?.slice(1).join('-');
  const part = PART.exec(release)?.[1]
    ?.replace(/[\s._-]/g, '')
    .toUpperCase();
  return [title, part ?? day].filter(Boolean).join(' ');
}

/** What to call each of them, so that no two are called the same: by the release's name, and the manager's, where it takes that. */
export function releaseNames(releases: readonly Queued[]): (release: Queued) => string {
  const isAlone = uniqueness(releases, fullName);
  const byRelease = (release: Queued): string =>
    isAlone(release) ? fullName(release) : (release.release ?? fullName(release));
  const isTold = uniqueness(releases, byRelease);
  return (release) => (isTold(release) ? byRelease(release) : `${byRelease(release)} (${release.source})`);
}

/** Whether no other row is called the same. */
export function uniqueness<T>(rows: readonly T[], nameOf: (row: T) => string): (row: T) => boolean {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + 1);
  return (row) => (counts.get(nameOf(row)) ?? 0) <= 1;
}
