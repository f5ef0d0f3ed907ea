/** What only Jellyfin tells: its disks. */
import type { ItemIn, serverDisks } from '@sidelight/plugin-api';
import type * as up from './upstream.js';

/** One row for each file system that holds a library: free and total tell them apart, since paths and devices differ by library on 10.11. */
export function disksOf({ Libraries }: up.Storage): readonly ItemIn<typeof serverDisks>[] {
  const disks = new Map<string, ItemIn<typeof serverDisks>>();
  for (const { Path, FreeSpace, UsedSpace } of (Libraries ?? []).flatMap(({ Folders }) => Folders ?? [])) {
    const key = `${FreeSpace}:${UsedSpace}`;
    if (FreeSpace < 0 || UsedSpace < 0 || disks.has(key)) continue;
    disks.set(key, { path: Path, freeBytes: Math.round(FreeSpace), totalBytes: Math.round(FreeSpace + UsedSpace) });
  }
  return [...disks.values()];
}
