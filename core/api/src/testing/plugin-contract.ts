import { join } from 'node:path';
import type { AnyPlugin } from '../plugin.js';
import { type CaseConfig, caseNames, readCase } from './case-folder.js';
import type { Check, Subject } from './checks/check.js';
import { faultChecks } from './checks/fault-checks.js';
import { packageChecks } from './checks/package-checks.js';
import { shapeChecks } from './checks/shape-checks.js';
import { tileChecks } from './checks/tile-checks.js';
import { widgetChecks } from './checks/widget-checks.js';
import { packageRoot } from './package-root.js';
import { caseChecks, type PluginCheck } from './run-cases.js';

export type { Check, Subject } from './checks/check.js';

export interface ContractOptions {
  /** Calls (`task:<id>`, `fragment:<port>`) that ask no upstream over HTTP, and why: they need not fail with it. */
  readonly quiet?: Readonly<Record<string, string>>;
}

/** What holds for this plugin, in the order of the report. */
export const checksFor = (plugin: AnyPlugin): readonly Check[] =>
  [...packageChecks, ...shapeChecks, ...widgetChecks, ...tileChecks, ...faultChecks].filter(
    ({ upstream, integration, contributions }) =>
      (plugin.create !== undefined || (upstream !== true && integration !== true)) &&
      (plugin.local !== true || upstream !== true) &&
      (contributions !== true || contributes(plugin)),
  );

const contributes = ({ widgets = [], summaries = [], digestRules = [] }: AnyPlugin): boolean =>
  widgets.length + summaries.length + digestRules.length > 0;

/** @param root the folder of the plugin's package */
export const subjectOf = (plugin: AnyPlugin, root: string, options: ContractOptions = {}): Subject => ({
  plugin,
  root,
  quiet: options.quiet ?? {},
  sample: () => okCase(root).integration,
  settings: () => (caseNames(root).includes('ok') ? (okCase(root).settings ?? {}) : {}),
});

const okCase = (root: string): CaseConfig => readCase(join(root, 'test', 'cases', 'ok')).config;

/**
 * What a plugin is held to wherever it lies, and each of its cases, for any test runner. `moduleUrl`: `import.meta.url` of
 * the test. What is only advice outside of Sidelight's repository is left to `sidelight-plugin verify`.
 */
export function pluginChecks(
  plugin: AnyPlugin,
  moduleUrl: string,
  options: ContractOptions = {},
): readonly PluginCheck[] {
  const subject = subjectOf(plugin, packageRoot(moduleUrl), options);
  const binding = checksFor(plugin).filter(({ elsewhere }) => elsewhere === undefined);
  return [
    ...binding.map(({ title, run }) => ({ title, run: async () => run(subject) })),
    ...caseChecks(plugin, moduleUrl),
  ];
}

/** One mocha test for each thing that holds for every plugin of Sidelight's own. `moduleUrl`: `import.meta.url` of the test. */
export function pluginContract(plugin: AnyPlugin, moduleUrl: string, options: ContractOptions = {}): void {
  const subject = subjectOf(plugin, packageRoot(moduleUrl), options);
  describe(`${plugin.id}: the contract`, function () {
    this.timeout(120_000);
    for (const check of checksFor(plugin)) it(check.title, () => check.run(subject));
  });
}
