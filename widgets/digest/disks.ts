import { bytes, cached, defineDigestRule, serverDisks } from '@sidelight/plugin-api';
import { type Disk, differentDisks } from '../shared/disks.js';

/** Shares of free space below which a disk is worth a sentence. */
const NEARLY_FULL = 0.05;
const FULL = 0.01;

const freeShare = (disk: Disk): number => disk.freeBytes / disk.totalBytes;

export const rule = defineDigestRule({
  id: 'disks',
  reads: { disks: cached(serverDisks) },
  evaluate: ({ disks }) =>
    differentDisks(disks.items)
      .filter((disk) => freeShare(disk) < NEARLY_FULL)
      .map((disk) => ({
        type: 'disk',
        severity: freeShare(disk) < FULL ? ('error' as const) : ('warn' as const),
        text: `${disk.label ?? disk.path} has ${bytes(disk.freeBytes)} left of ${bytes(disk.totalBytes)}`,
        source: disk.source,
        about: disk.label ?? disk.path,
      })),
});
