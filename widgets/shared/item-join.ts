/** What the connected services know of one work. Pure. */
import type { releaseTitles } from '@sidelight/plugin-api';
import { byState } from './downloads.js';
import { hasWorkIds, requestTypeOf } from './release-index.js';
import { isSameWork, type Request, type Work } from './request-index.js';
import type { RowOf } from './rows.js';
import { type Stitched, workOf } from './stitch.js';

export type Title = RowOf<typeof releaseTitles>;

/** The liveliest download of the work; of an episode only one of its season, or of an unknown one. */
export function downloadOf(stitched: readonly Stitched[], work: Work, request: Request | undefined) {
  const found = stitched.filter(({ release, request: from, matchedBy }) => {
    if (release === undefined || !hasWorkIds(release))
      return from !== undefined && from === request && matchedBy !== 'title';
    const isOtherSeason = work.season !== undefined && release.season !== undefined && work.season !== release.season;
    return !isOtherSeason && isSameWork(workOf(release), work);
  });
  return found.map((link) => link.download).toSorted(byState)[0];
}

/** The manager's title of the work; of several managers, one that has a file. */
export function titleOf(titles: readonly Title[], work: Work): Title | undefined {
  const found = titles.filter((title) => requestTypeOf(title) === work.type);
  return found.find((title) => title.hasFile) ?? found[0];
}
