import { defineDigestRule } from '@sidelight/plugin-api';
import { queueRead } from '../shared/downloads.js';
import {
  isBlocked,
  isHindered,
  type Queued,
  reasonOf,
  releaseNames,
  releaseQueueRead,
  unseenReleases,
} from '../shared/managed.js';

export const rule = defineDigestRule({
  id: 'imports',
  reads: { queue: releaseQueueRead, downloads: queueRead },
  evaluate: ({ queue, downloads }) => {
    const blocked = queue.items.filter(isBlocked);
    const unseen = unseenReleases(queue.items, downloads.items);
    const failed = unseen.filter(({ state }) => state === 'failed');
    const hindered = unseen.filter(isHindered);
    const nameOf = releaseNames([...blocked, ...failed, ...hindered]);
    const item = (type: string, severity: 'warn' | 'error', what: string) => (release: Queued) => ({
      type,
      severity,
      text: `${nameOf(release)} ${what}${reasonIn(release)}`,
      source: release.source,
      about: release.id,
    });
    return [
      ...blocked.map(item('import', 'warn', 'was not imported')),
      ...failed.map(item('download', 'error', 'has failed')),
      ...hindered.map(item('download', 'warn', 'makes no progress')),
    ];
  },
});

function reasonIn(release: Queued): string {
  const reason = reasonOf(release) ?? (isBlocked(release) ? 'it needs a manual decision' : undefined);
  const told = reason === undefined ? '' : `: ${reason}`;
  return release.stale === true ? `${told} (last known state: its download client is unreachable)` : told;
}
