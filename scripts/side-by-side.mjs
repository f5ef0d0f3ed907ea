/** Parts of a run side by side: what each prints is shown whole when it has ended, with the time that it took. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

const print = (text) => process.stdout.write(`${text}\n`);

/** @returns whether it did well */
async function run(title, command, args, env) {
  print(`> ${title}: begins`);
  const begun = performance.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  const parts = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part));
  const [code] = await once(child, 'close').catch((error) => [error.message]);
  const seconds = Math.round((performance.now() - begun) / 1000);
  print(`\n> ${title}: ${code === 0 ? 'passed' : `failed (${code})`} after ${seconds} s\n${Buffer.concat(parts)}`);
  return code === 0;
}

/** Runs compiled test files; the totals go to the file that SIDELIGHT_TEST_TOTALS names. */
export const mochaAside = (title, patterns, options = [], env = {}) =>
  run(
    title,
    join(root, 'node_modules', '.bin', 'mocha'),
    ['--reporter', join(root, 'scripts', 'reporter.cjs'), '--exit', ...options, ...patterns],
    env,
  );
