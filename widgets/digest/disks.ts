import { bytes, cached, defineDigestRule, serverDisks } from '@sidelight/plugin-api';
import type { RowOf } from '../shared/rows.js';

/** Shares of free space below which a disk is worth a sentence. */
const NEARLY_FULL = 0.05;
const FULL = 0.01;

const freeShare = (disk: RowOf<typeof serverDisks>): number => disk.freeBytes / disk.totalBytes;

export const rule = defineDigestRule({
  id: 'disks',
  reads: { disks: cached(serverDisks) },
  evaluate: ({ disks }) => {
    const known = disks.items.filter((disk) => disk.totalBytes > 0);
    // Several services see the same disk: it is told of once.
    const different = new Map(known.toReversed().map((disk) => [`${disk.path}:${disk.totalBytes}`, disk]));
    return [...different.values()]
      .filter((disk) => freeShare(disk) < NEARLY_FULL)
      .map((disk) => ({
        type: 'disk',
        severity: freeShare(disk) < FULL ? ('error' as const) : ('warn' as const),
        text: `${disk.label ?? disk.path} has ${bytes(disk.freeBytes)} left of ${bytes(disk.totalBytes)}`,
        source: disk.source,
      }));
  },
});
