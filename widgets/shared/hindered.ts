/** What a release manager sees stand still in a download client that is not connected here. Pure. */
import { cached, releaseQueue } from '@sidelight/plugin-api';
import type { Download } from './downloads.js';
import type { RowOf } from './rows.js';
import { downloadKeyOf } from './stitch.js';

export const releaseQueueRead = cached(releaseQueue);

type Queued = RowOf<typeof releaseQueue>;

/** Of a download that its client tells of, the client knows more. */
export function hinderedReleases(releases: readonly Queued[], downloads: readonly Download[]): readonly Queued[] {
  const told = new Set(downloads.map((download) => downloadKeyOf(download.downloadKey)));
  return releases.filter(
    ({ warnings = [], downloadKey }) =>
      warnings.length > 0 && (downloadKey === undefined || !told.has(downloadKeyOf(downloadKey))),
  );
}
