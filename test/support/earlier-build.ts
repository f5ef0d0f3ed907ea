/** A really older Sidelight: built from the commit before the newest migration, by the packages of today. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyPackages } from './clone.js';
import { root } from './root.js';
import { tempFolder } from './temp-folder.js';

export interface EarlierBuild {
  /** Of the daemon and its commands. */
  readonly main: string;
  /** Files of its migrations. */
  readonly migrations: readonly string[];
  remove(): void;
}

function run(command: string, args: readonly string[], cwd: string, input?: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    maxBuffer: 2 ** 28,
    ...(input && { input }),
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr.toString()}`);
  return stdout;
}

const MIGRATIONS = 'core/cache/migrations';

/** Its commit; undefined: this is no clone, or one without its history. */
function earlierCommit(): string | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  const log = ['log', '-1', '--diff-filter=A', '--format=%P', '--', MIGRATIONS];
  return run('git', log, root).toString().trim().split(' ')[0] || undefined;
}

/** @throws a sentence, where there is no history to build from */
export function buildEarlier(): EarlierBuild {
  const commit = earlierCommit();
  if (commit === undefined) {
    throw new Error(
      'An older build is made of an older commit: run this in a clone with its history (git fetch --unshallow)',
    );
  }
  const folder = tempFolder();
  try {
    run('tar', ['-x'], folder.path, run('git', ['archive', '--format=tar', commit], root));
    copyPackages(folder.path);
    // Its own packages would have to be fetched: those of today do, and are not to be replaced.
    const stamp = join(folder.path, 'node_modules', '.sidelight-lock');
    rmSync(stamp, { force: true });
    const lock = readFileSync(join(folder.path, 'package-lock.json'));
    writeFileSync(stamp, createHash('sha256').update(lock).digest('hex'));
    // Its types were checked when it was committed: to do so again would take most of the time.
    const script = join(folder.path, 'scripts', 'bootstrap.mjs');
    writeFileSync(script, readFileSync(script, 'utf8').replace("'-b', ", "'-b', '--noCheck', "));
    run(process.execPath, [join('scripts', 'sidelight.mjs'), 'version'], folder.path);
  } catch (error) {
    folder.remove();
    throw error;
  }
  return {
    main: join(folder.path, 'core', 'dist', 'bundle', 'main.js'),
    migrations: readdirSync(join(folder.path, MIGRATIONS)).filter((name) => /^\d/.test(name)),
    remove: folder.remove,
  };
}
