/** A disk of its own, in memory, that can be filled to the last byte. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const SIZE = '64m';
const BLOCK = Buffer.alloc(65_536, 1);

export interface SmallDisk {
  fill(): void;
  free(): void;
  remove(): void;
}

/** @throws where this user may not mount anything */
export function mountSmallDisk(folder: string): SmallDisk {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=0700`, 'sidelight', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`A full disk needs a tmpfs: run this as root, or in unshare -rm. ${stderr}`);
  const filler = join(folder, 'filler');
  return {
    fill() {
      const file = openSync(filler, 'a', 0o600);
      try {
        for (let size = BLOCK.length; size > 0; ) if (!hasRoom(file, size)) size = Math.floor(size / 16);
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder]);
    },
  };
}

function hasRoom(file: number, size: number): boolean {
  try {
    return writeSync(file, BLOCK, 0, size) === size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
