/** Disks as several services see them, each once. Pure. */
import type { serverDisks } from '@sidelight/plugin-api';
import type { RowOf } from './rows.js';

export type Disk = RowOf<typeof serverDisks>;

/** One that is mounted at several places is called by its label, else by the shortest of these that says something. */
export function differentDisks(disks: readonly Disk[]): readonly Disk[] {
  const groups: Disk[][] = [];
  for (const disk of disks.filter(({ totalBytes }) => totalBytes > 0)) {
    const group = groups.find((others) => others.some((other) => isSameDisk(disk, other)));
    if (group === undefined) groups.push([disk]);
    else group.push(disk);
  }
  return groups.map((group) => group.toSorted((a, b) => rankOf(a) - rankOf(b))[0] as Disk);
}

/** Services that look at different moments agree on the place and the size, mounts of one disk on what is free. */
const isSameDisk = (a: Disk, b: Disk): boolean =>
  a.totalBytes === b.totalBytes &&
  (a.freeBytes === b.freeBytes || (a.source !== b.source && a.path === b.path)) &&
  (a.label === undefined || b.label === undefined || a.label === b.label);

const rankOf = ({ label, path }: Disk): number => (label === undefined ? (path === '/' ? 10_000 : path.length) : -1);
