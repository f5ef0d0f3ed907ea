import { AssertionError } from 'node:assert';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyPlugin } from '../plugin.js';
import { caseNames, readCase, readExpected } from './case-folder.js';
import { difference } from './difference.js';
import { packageRoot } from './package-root.js';
import { runCase } from './run-case.js';

/** One thing to test, for any test runner: `for (const { title, run } of …) test(title, run)`. */
export interface PluginCheck {
  readonly title: string;
  /** Rejects with a sentence that says what is wrong. One at a time: each takes over the requests of the process. */
  run(): Promise<void>;
}

/** One check for each folder under `test/cases` of the package that `moduleUrl` (`import.meta.url`) belongs to. */
export function caseChecks(plugin: AnyPlugin, moduleUrl: string): readonly PluginCheck[] {
  const root = packageRoot(moduleUrl);
  return caseNames(root).map((name) => ({
    title: `case ${name}`,
    run: () => expectCase(plugin, join(root, 'test', 'cases', name)),
  }));
}

/**
 * The same as mocha tests.
 * `UPDATE_CASES=1` writes what came out into `expected.json`: read the difference before you commit it.
 */
export function runCases(plugin: AnyPlugin, moduleUrl: string): void {
  describe(`${plugin.id}: cases`, function () {
    this.timeout(60_000);
    for (const { title, run } of caseChecks(plugin, moduleUrl)) it(title, run);
  });
}

/** Runs one case folder and holds what came out against its `expected.json`. */
export async function expectCase(plugin: AnyPlugin, folder: string): Promise<void> {
  const actual = await runCase(plugin, readCase(folder));
  const file = join(folder, 'expected.json');
  if (process.env['UPDATE_CASES'] === '1') writeFileSync(file, `${JSON.stringify(actual, null, 2)}\n`);
  const expected = readExpected(folder);
  const message = difference(expected, actual);
  if (message !== undefined) throw new AssertionError({ message, actual, expected, operator: 'deepStrictEqual' });
}
