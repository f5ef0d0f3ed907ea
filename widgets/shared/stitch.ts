/** The join of downloads, releases and requests: by keys and ids; by title only as the last resort, and said so. Pure. */
import { type Answers, cached, releaseGrabs, releaseQueue, requestItems } from '@sidelight/plugin-api';
import { type Download, queueRead } from './downloads.js';
import { hasWorkIds, indexReleases, type KnownRelease, requestTypeOf } from './release-index.js';
import { readReleaseName } from './release-name.js';
import { indexRequests, isSameWork, type Request, type RequestIndex, type Work } from './request-index.js';

export const stitchReads = {
  queue: queueRead,
  releases: cached(releaseQueue),
  // Far more than two months of grabs in a busy household: a bound on memory, not on the join.
  grabs: cached(releaseGrabs, { newest: 20_000 }),
  requests: cached(requestItems),
};

/** How the request was found. `none`: nobody asked for it, as far as is known. */
export type MatchedBy = 'ids' | 'download' | 'title' | 'none';

export interface Stitched {
  readonly download: Download;
  readonly release: KnownRelease | undefined;
  readonly request: Request | undefined;
  readonly matchedBy: MatchedBy;
}

export function stitch(answers: Answers<typeof stitchReads>): readonly Stitched[] {
  const releases = indexReleases(answers.releases.items, answers.grabs.items);
  const requests = indexRequests(answers.requests.items);
  return answers.queue.items.map((download) => {
    const release = releases.get(download.downloadKey.toUpperCase());
    return { download, release, ...requestOf(download, release, requests) };
  });
}

export const workOf = (release: KnownRelease): Work => ({ ...release, type: requestTypeOf(release) });

function requestOf(
  download: Download,
  release: KnownRelease | undefined,
  requests: RequestIndex,
): Pick<Stitched, 'request' | 'matchedBy'> {
  const named = requests.ofDownload(download.downloadKey);
  if (release !== undefined && hasWorkIds(release)) {
    const work = workOf(release);
    // Of several requests for the work, the one that names this download is meant.
    const request = named !== undefined && isSameWork(named, work) ? named : requests.ofWork(work);
    if (request !== undefined) return { request, matchedBy: 'ids' };
  }
  if (named !== undefined) return { request: named, matchedBy: 'download' };
  // Ids that no request has: not requested. An equal title would be another work.
  if (release !== undefined && hasWorkIds(release)) return { request: undefined, matchedBy: 'none' };
  const { title, isShow } = readReleaseName(download.name);
  const guess = requests.ofTitle(title, isShow);
  return { request: guess, matchedBy: guess === undefined ? 'none' : 'title' };
}
