/** A copy of this repository as a newcomer has it after the first start: installed, built, with a remote to pull from. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.js';
import { tempFolder } from './temp-folder.js';

export interface Clone {
  readonly path: string;
  /** A bare repository with the same commit. */
  readonly origin: string;
  /** Removes what commands left behind: all that the repository ignores or does not know, but for packages and builds. */
  clean(): void;
  remove(): void;
}

const IDENTITY = { GIT_AUTHOR_NAME: 'A reader', GIT_AUTHOR_EMAIL: 'reader@example.org' };
const COMMITTER = { GIT_COMMITTER_NAME: 'A reader', GIT_COMMITTER_EMAIL: 'reader@example.org' };

function run(command: string, args: readonly string[], cwd: string): string {
  const env = { ...process.env, ...IDENTITY, ...COMMITTER };
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
  return stdout;
}

/** Files of the repository: tracked ones, and new ones that it does not ignore. */
export const repositoryFiles = (): readonly string[] =>
  run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], root)
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));

/** With their modes and times: a build is known by the times of its sources. */
function copyFiles(files: readonly string[], folder: string): void {
  for (const parent of new Set(files.map((file) => dirname(file)))) {
    mkdirSync(join(folder, parent), { recursive: true });
    run('cp', ['-p', ...files.filter((file) => dirname(file) === parent), join(folder, parent)], root);
  }
}

/** Hard links where the disk is the same: packages are many files, and nobody changes one in place. */
export function copyPackages(folder: string): void {
  const { status } = spawnSync('cp', ['-al', join(root, 'node_modules'), folder]);
  if (status === 0) return;
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  run('cp', ['-a', join(root, 'node_modules'), folder], root);
}

export function makeClone(): Clone {
  const folder = tempFolder().path;
  const [path, origin] = [join(folder, 'sidelight'), join(folder, 'origin.git')];
  copyFiles(repositoryFiles(), path);
  run('git', ['init', '-q', '-b', 'main'], path);
  run('git', ['add', '-A'], path);
  run('git', ['commit', '-q', '-m', 'a copy'], path);
  run('git', ['clone', '-q', '--bare', '.', origin], path);
  run('git', ['remote', 'add', 'origin', origin], path);
  run('git', ['fetch', '-q', 'origin'], path);
  run('git', ['branch', '-q', '-u', 'origin/main'], path);
  copyPackages(path);
  copyBuild(path);
  return {
    path,
    origin,
    clean: () => void run('git', ['clean', '-q', '-ffdx', ...BUILT.flatMap((name) => ['-e', name])], path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const BUILT = ['node_modules', 'dist', '*.tsbuildinfo', '.sidelight-build'];

/** What was compiled, with the mark that it is up to date. */
export function copyBuild(path: string): void {
  const projects = repositoryFiles()
    .filter((file) => file.endsWith('/tsconfig.json'))
    .map((file) => dirname(file));
  for (const project of projects) {
    const built = ['dist', 'tsconfig.tsbuildinfo'].map((name) => join(root, project, name)).filter(existsSync);
    run('cp', ['-a', ...built, join(path, project)], root);
  }
  run('cp', ['-p', join(root, '.sidelight-build'), path], root);
}
