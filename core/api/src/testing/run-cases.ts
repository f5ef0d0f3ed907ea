import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AnyPlugin } from '../plugin.js';
import { caseNames, readCase, readExpected } from './case-folder.js';
import { packageRoot } from './package-root.js';
import { runCase } from './run-case.js';

/**
 * One mocha test for each folder under `test/cases` of the package that `moduleUrl` (`import.meta.url`) belongs to.
 * `UPDATE_CASES=1` writes what came out into `expected.json`: read the difference before you commit it.
 */
export function runCases(plugin: AnyPlugin, moduleUrl: string): void {
  const root = packageRoot(moduleUrl);
  describe(`${plugin.id}: cases`, function () {
    this.timeout(60_000);
    for (const name of caseNames(root)) {
      it(name, () => expectCase(plugin, join(root, 'test', 'cases', name)));
    }
  });
}

/** Runs one case folder and holds what came out against its `expected.json`. */
export async function expectCase(plugin: AnyPlugin, folder: string): Promise<void> {
  const outcomes = await runCase(plugin, readCase(folder));
  const file = join(folder, 'expected.json');
  if (process.env['UPDATE_CASES'] === '1') writeFileSync(file, `${JSON.stringify(outcomes, null, 2)}\n`);
  expect(outcomes).to.deep.equal(readExpected(folder));
}
