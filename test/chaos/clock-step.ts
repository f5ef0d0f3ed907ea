/** A process whose clock can be set by others, as libfaketime does it. What measures how long something takes goes on as it did. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIBRARIES = '/usr/lib';
const NAME = join('faketime', 'libfaketimeMT.so.1');

const clockIn = (folder: string): string => join(folder, 'clock');

/** @param seconds how far off the clock is */
export const setClock = (folder: string, seconds: number): void =>
  writeFileSync(clockIn(folder), `${seconds < 0 ? '' : '+'}${seconds}\n`);

/** The environment of a process whose clock `setClock` sets. @throws where libfaketime is not installed */
export function fakedTime(folder: string): Readonly<Record<string, string>> {
  const library = readdirSync(LIBRARIES)
    .map((machine) => join(LIBRARIES, machine, NAME))
    .find((file) => existsSync(file));
  if (library === undefined) throw new Error('A clock that steps needs libfaketime: apt-get install libfaketime');
  setClock(folder, 0);
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clockIn(folder),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}
