/** What this machine lends to a root of its own: the stand-in of base images, and of a Debian without its state. */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram } from './run-program.js';

const { execPath } = process;

/** What a Debian's programs are in, and Node, if it lies elsewhere. */
export const PROGRAMS: readonly string[] = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'].filter((path) => existsSync(path)),
  ...(execPath.startsWith('/usr/') ? [] : [dirname(execPath)]),
];

/** The folder of npm that belongs to this Node. */
export const npmFolder = (): string => join(runProgram('npm', ['root', '--global']).stdout.trim(), 'npm');

/** What gcr.io/distroless/cc is made of, by Debian's names; those that end in t64 are of newer ones. */
const CC = [
  ...['base-files', 'ca-certificates', 'gcc-12-base', 'gcc-14-base', 'libc6', 'libgcc-s1', 'libgomp1', 'libssl3'],
  ...['libssl3t64', 'libstdc++6', 'libzstd1', 'media-types', 'netbase', 'tzdata', 'zlib1g'],
];

/** C libraries, certificates and time zones, and neither a shell nor any other program. */
export function distroless(root: string): void {
  for (const path of ['etc', 'usr/lib', 'usr/lib64', 'usr/local/bin', 'tmp', 'proc', 'home/nonroot'])
    mkdirSync(join(root, path), { recursive: true });
  const { stdout } = spawnSync('dpkg-query', ['--listfiles', ...CC], { encoding: 'utf8' });
  const paths = [...new Set(stdout.split('\n')), '/etc/ssl/certs/ca-certificates.crt'];
  const files = paths.filter((path) => /^\/(etc|lib|lib64|usr\/(lib|lib64|share))\//.test(path) && isFile(path));
  for (const name of ['lib', 'lib64']) if (isLink(`/${name}`)) symlinkSync(`usr/${name}`, join(root, name));
  const copied = spawnSync('sh', ['-euc', 'tar -c -C / --files-from - | tar -x -C "$0"', root], {
    input: files.map((path) => path.slice(1)).join('\n'),
    encoding: 'utf8',
  });
  if (copied.status !== 0) throw new Error(`the stand-in of the base image could not be made: ${copied.stderr}`);
  writeFileSync(join(root, 'etc', 'passwd'), 'root:x:0:0::/root:\nnonroot:x:65532:65532::/home/nonroot:\n');
}

const isFile = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;

/** A Debian's own settings, its users among them, to be changed at will. */
export function debian(root: string): void {
  mkdirSync(root, { recursive: true });
  const { status, stderr } = spawnSync('cp', ['-a', '/etc', root], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`/etc could not be copied: ${stderr}`);
  for (const path of ['opt', 'run', 'tmp', 'var/lib', 'var/log', 'root', 'home'])
    mkdirSync(join(root, path), { recursive: true });
}

/** The number of a user of such a root. */
export function userOf(root: string, name: string): { readonly uid: number; readonly gid: number } {
  const line = readFileSync(join(root, 'etc', 'passwd'), 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${name}:`));
  if (line === undefined) throw new Error(`there is no user ${name}`);
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
