import { join } from 'node:path';
import type { AnyPlugin } from '../plugin.js';
import { type CaseConfig, caseNames, readCase } from './case-folder.js';
import type { Check, Subject } from './checks/check.js';
import { faultChecks } from './checks/fault-checks.js';
import { packageChecks } from './checks/package-checks.js';
import { renderChecks } from './checks/render-checks.js';
import { shapeChecks } from './checks/shape-checks.js';
import { packageRoot } from './package-root.js';

export type { Check, Subject } from './checks/check.js';

export interface ContractOptions {
  /** Calls (`task:<id>`, `fragment:<port>`) that ask no upstream over HTTP, and why: they need not fail with it. */
  readonly quiet?: Readonly<Record<string, string>>;
}

/** What holds for this plugin, in the order of the report. */
export const checksFor = (plugin: AnyPlugin): readonly Check[] =>
  [...packageChecks, ...shapeChecks, ...renderChecks, ...faultChecks].filter(
    ({ upstream, integration }) =>
      (plugin.create !== undefined || (upstream !== true && integration !== true)) &&
      (plugin.local !== true || upstream !== true),
  );

/** @param root the folder of the plugin's package */
export const subjectOf = (plugin: AnyPlugin, root: string, options: ContractOptions = {}): Subject => ({
  plugin,
  root,
  quiet: options.quiet ?? {},
  sample: () => okCase(root).integration,
  settings: () => (caseNames(root).includes('ok') ? (okCase(root).settings ?? {}) : {}),
});

const okCase = (root: string): CaseConfig => readCase(join(root, 'test', 'cases', 'ok')).config;

/** One mocha test for each thing that holds for every plugin. `moduleUrl`: `import.meta.url` of the test. */
export function pluginContract(plugin: AnyPlugin, moduleUrl: string, options: ContractOptions = {}): void {
  const subject = subjectOf(plugin, packageRoot(moduleUrl), options);
  describe(`${plugin.id}: the contract`, function () {
    this.timeout(120_000);
    for (const check of checksFor(plugin)) it(check.title, () => check.run(subject));
  });
}
