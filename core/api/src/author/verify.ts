/** What holds for one plugin, and what does not: by the contract and by its own cases. */
import { join } from 'node:path';
import { messageOf } from '../errors.js';
import type { AnyPlugin, Contributed, Integration } from '../plugin.js';
import { caseNames, readCase, readExpected } from '../testing/case-folder.js';
import { difference } from '../testing/difference.js';
import { iconNames } from '../testing/icon-names.js';
import { checksFor } from '../testing/plugin-contract.js';
import { runCase } from '../testing/run-case.js';
import type { Sample } from './entries.js';
import type { Report } from './report.js';
import { within } from './within.js';

/** A plugin, and where it lies. */
export interface Found {
  readonly plugin: AnyPlugin;
  /** Its folder, or the file that it is. */
  readonly folder: string;
}

/** One that takes longer hangs. */
const CHECK_MS = 10_000;

export interface ContractInput {
  readonly sample: Sample;
  readonly report: Report;
  /** It lies in Sidelight's repository: what is advice for others binds it. */
  readonly isBundled: boolean;
  /** A start was rehearsed: what it says is not said again. */
  readonly started: boolean;
}

/** The checks that every bundled plugin is held to. Those about its package are advice for any other. */
export async function verifyContract({ plugin, folder }: Found, input: ContractInput): Promise<void> {
  const { sample, report, isBundled, started } = input;
  const { entry, settings } = sample;
  const subject = { plugin, root: folder, sample: () => entry, settings: () => settings, quiet: {} };
  for (const { title, elsewhere, atStart, run } of checksFor(plugin)) {
    if ((!isBundled && elsewhere === 'nothing') || (started && atStart === true)) continue;
    try {
      await within(CHECK_MS, Promise.resolve(subject).then(run), 'it does not finish');
      report.ok(title);
    } catch (error) {
      if (!isBundled && elsewhere === 'advice') report.note(messageOf(error));
      else report.fail(`${title}: ${messageOf(error)}`);
    }
  }
  const isTiled = (plugin.widgets ?? []).some(({ tile }) => tile !== undefined);
  if (isTiled && iconNames(folder) === undefined) {
    report.note(
      'only the form of its icons was checked: look them up in Material Design Icons, or install @iconify-json/mdi',
    );
  }
}

export async function verifyCases({ plugin, folder }: Found, report: Report): Promise<void> {
  const names = caseNames(folder);
  if (names.length === 0 && plugin.local !== true && plugin.create !== undefined) {
    report.note('it has no cases: record one from its real service');
  }
  for (const name of names) {
    const wrong = await caseFault(plugin, join(folder, 'test', 'cases', name));
    if (wrong === undefined) report.ok(`case ${name}`);
    else report.fail(`case ${name}: ${wrong}`);
  }
}

/** Why a case does not pass, or undefined. */
export async function caseFault(plugin: AnyPlugin, folder: string): Promise<string | undefined> {
  try {
    return difference(readExpected(folder), await runCase(plugin, readCase(folder)));
  } catch (error) {
    return messageOf(error);
  }
}

export function suppliesOf({ tasks = [], fragments = [], actions = [] }: Integration): string {
  const supplied = [
    ...tasks.flatMap(({ fills }) => fills.map(({ id }) => id)),
    ...fragments.map(({ port }) => `${port.id} live`),
    ...actions.map(({ action }) => action.id),
  ];
  return supplied.join(', ') || 'nothing yet';
}

/** "widget waiting, digest rule full"; '': nothing. */
export function contributedBy(contributed: Contributed & Pick<AnyPlugin, 'lookups' | 'packs' | 'aliases'>): string {
  const { widgets = [], summaries = [], lookups = [], digestRules = [], packs = [], aliases = [] } = contributed;
  const named = { widget: widgets, summary: summaries, 'digest rule': digestRules, pack: packs };
  return [
    ...Object.entries(named).flatMap(([kind, list]) => list.map(({ id }) => `${kind} ${id}`)),
    ...lookups.map(({ path }) => `lookup ${path}`),
    ...aliases.map(({ path }) => `alias ${path}`),
  ].join(', ');
}
