/** Steps of the check and test commands. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Runs one step with its output shown; false when it failed. */
export function step(title, command, args, env = {}) {
  process.stdout.write(`\n> ${title}\n`);
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (error !== undefined) process.stdout.write(`${title} could not start: ${error.message}\n`);
  return status === 0;
}

export const lint = () => step('lint and format', bin('biome'), ['check', '--error-on-warnings', '.']);

/** A limit that only what never comes reaches, on slow machines too. */
const LIMIT_MS = 300_000;

/** Runs compiled test files; the totals go to the file that SIDELIGHT_TEST_TOTALS names. */
export const mocha = (title, patterns, options = [], env = {}) =>
  step(
    title,
    bin('mocha'),
    [
      '--reporter',
      join(root, 'scripts', 'reporter.cjs'),
      '--timeout',
      String(LIMIT_MS),
      '--exit',
      ...options,
      ...patterns,
    ],
    env,
  );
