/**
 * A program within a folder that stands for `/`, as an engine or systemd starts it: a mount namespace of its own, its root
 * read-only where that is asked for, a user who may gain nothing. No process id of its own, so that signals reach it.
 */
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface Within {
  /** The folder that stands for `/`. */
  readonly root: string;
  /** What of this machine is seen there, unchangeable, at the same path. */
  readonly sees?: readonly string[];
  /** Folders of its own that are seen above those: the path there, and where it is. */
  readonly own?: Readonly<Record<string, string>>;
  readonly isReadOnly?: boolean;
  /** What stays writable of a read-only root. */
  readonly writable?: readonly string[];
  /** New and empty each time, in memory. */
  readonly tmpfs?: readonly string[];
  /** Without one it is root. */
  readonly user?: User;
  readonly workdir: string;
}

/** @throws with a sentence when this machine allows no namespaces */
export function demandNamespaces(): void {
  const { status, stderr, error } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], {
    encoding: 'utf8',
  });
  if (status === 0) return;
  throw new Error(
    `this machine refuses a mount namespace (${(error?.message ?? stderr).trim()}), and without one a container cannot be tried: run "npm run test:real" as root, within a container with the capability SYS_ADMIN`,
  );
}

const DEVICES = ['null', 'zero', 'random', 'urandom'].map((name) => `/dev/${name}`);

/** @returns the command line that does it */
export function within(command: readonly string[], { root, workdir, user, ...place }: Within): readonly string[] {
  const at = (path: string): string => join(root, path);
  const sees = (place.sees ?? []).filter((path) => !standsFor(at(path), path));
  const system = ['/proc', ...DEVICES];
  for (const path of system) standsFor(at(path), path);
  const tmpfs = place.tmpfs ?? [];
  for (const path of tmpfs) mkdirSync(at(path), { recursive: true });
  const readOnly = [
    `mount --bind '${root}' '${root}'`,
    ...(place.writable ?? []).map((path) => `mount --bind '${at(path)}' '${at(path)}'`),
    `mount -o remount,bind,ro '${root}'`,
  ];
  const script = [
    ...(place.isReadOnly === true ? readOnly : []),
    ...sees.flatMap((path) => [`mount --bind '${path}' '${at(path)}'`, `mount -o remount,bind,ro '${at(path)}'`]),
    ...Object.entries(place.own ?? {}).map(([path, folder]) => `mount --bind '${folder}' '${at(path)}'`),
    ...system.map((path) => `mount --rbind '${path}' '${at(path)}'`),
    ...tmpfs.map((path) => `mount -t tmpfs -o mode=1777 none '${at(path)}'`),
    'exec "$@"',
  ];
  const identity = user === undefined ? [] : [`--setgid=${user.gid}`, `--setuid=${user.uid}`];
  const enter = ['unshare', `--root=${root}`, `--wd=${workdir}`, ...identity, ...command];
  const privileges = user === undefined ? [] : ['setpriv', '--no-new-privs'];
  const outside = ['unshare', '--mount', '--propagation', 'private', 'sh', '-euc', script.join('\n'), 'sh'];
  return [...outside, ...privileges, ...enter];
}

/** Makes what a mount needs to be put upon. @returns whether it is a link, which needs no mount */
function standsFor(there: string, here: string): boolean {
  const kind = lstatSync(here);
  const isLink = kind.isSymbolicLink();
  if (lstatSync(there, { throwIfNoEntry: false }) !== undefined) return isLink;
  mkdirSync(dirname(there), { recursive: true });
  if (isLink) symlinkSync(readlinkSync(here), there);
  else if (kind.isDirectory()) mkdirSync(there);
  else writeFileSync(there, '');
  return isLink;
}
