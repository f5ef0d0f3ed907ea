/** What holds for one plugin, and what does not: as a start would see it, by the contract, by its own cases. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { core } from './command.mjs';
import { difference } from './difference.mjs';

/** One that takes longer hangs. */
const CHECK_MS = 10_000;

/** What a start says of this plugin. @returns whether the plugin can be used at all */
export function verifyStart({ plugin, folder }, { notices, failed, sources }, report) {
  for (const { text } of notices) report.fail(text);
  for (const { text } of failed) report.fail(text);
  const source = sources.find((one) => one.plugin === plugin);
  if (plugin.create !== undefined && !source?.integration) return false;
  if (source?.integration) report.ok(`an integration is made of it, which supplies ${suppliesOf(source.integration)}`);
  const contributed = [contributionsOf(plugin), contributionsOf(source?.integration ?? {})].filter(Boolean).join(', ');
  if (contributed !== '' && !notices.some(({ type }) => type === 'contribution_refused')) {
    report.ok(`it contributes ${contributed}`);
  }
  return statSync(folder).isDirectory();
}

function suppliesOf({ tasks = [], fragments = [], actions = [] }) {
  const filled = tasks.flatMap(({ fills }) => fills.map(({ id }) => id));
  const supplied = [
    ...filled,
    ...fragments.map(({ port }) => `${port.id} live`),
    ...actions.map(({ action }) => action.id),
  ];
  return supplied.join(', ') || 'nothing yet';
}

const contributionsOf = ({ widgets = [], summaries = [], lookups = [], digestRules = [], packs = [] }) =>
  Object.entries({ widget: widgets, summary: summaries, lookup: lookups, 'digest rule': digestRules, pack: packs })
    .flatMap(([kind, list]) => list.map(({ id, path }) => `${kind} ${id ?? path}`))
    .join(', ');

/** The checks that every bundled plugin is held to. Those about its package are advice for any other. */
export async function verifyContract({ plugin, folder }, { entry, settings }, report) {
  const { checksFor } = await import('@sidelight/plugin-api/testing');
  const isBundled = dirname(folder) === join(root, 'plugins');
  const subject = { plugin, root: folder, sample: () => entry, settings: () => settings, quiet: {} };
  const { within } = await core('time/deadline.js');
  for (const { title, elsewhere, run } of checksFor(plugin)) {
    if (!isBundled && elsewhere === 'nothing') continue;
    try {
      await within(CHECK_MS, Promise.resolve(subject).then(run), 'it does not end');
      report.ok(title);
    } catch (error) {
      if (!isBundled && elsewhere === 'advice') report.note(error.message);
      else report.fail(`${title}: ${error.message}`);
    }
  }
}

export async function verifyCases({ plugin, folder }, report) {
  const { caseNames } = await import('@sidelight/plugin-api/testing');
  const names = caseNames(folder);
  if (names.length === 0 && plugin.local !== true && plugin.create !== undefined)
    report.note('it has no cases: npm run record-case makes one from what its service answers');
  for (const name of names) {
    const wrong = await caseFault(plugin, join(folder, 'test', 'cases', name));
    if (wrong === undefined) report.ok(`case ${name}`);
    else report.fail(`case ${name}: ${wrong}`);
  }
}

/** Why a case does not pass, or undefined. */
export async function caseFault(plugin, folder) {
  const { readCase, readExpected, runCase } = await import('@sidelight/plugin-api/testing');
  try {
    return difference(readExpected(folder), await runCase(plugin, readCase(folder)));
  } catch (error) {
    return error.message;
  }
}
