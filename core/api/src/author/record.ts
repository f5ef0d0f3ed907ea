/** A case made from what a real service answers. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { messageOf } from '../errors.js';
import { isRecord } from '../host/is-record.js';
import type { Step } from '../testing/case-steps.js';
import { type RecordedCase, recordCase } from '../testing/record-case.js';
import type { Outcome } from '../testing/run-case.js';
import { type Entry, sampleConfig, sampleSettings } from '../testing/sample-config.js';
import { writeCase } from '../testing/write-case.js';
import { type Arguments, refuse, say, shown } from './command.js';
import { entryIn, settingsIn, stepsIn } from './entries.js';
import { caseFault, type Found } from './verify.js';

export const RECORD_OPTIONS = {
  url: { type: 'string' },
  config: { type: 'string' },
  steps: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
} as const;

export const RECORD_FLAGS = `  --config  a file with the entry: a whole config, the plugin's fields alone, or integration: and steps: as in a case;
            \${NAME} and file: are filled in
  --steps   what to do: check, task:<id>, fragment:<port>, restart; not given: the check, every task, every fragment
  --out     where the folder of the case is made; not given: test/cases of the plugin
  --force   replaces the case if there is one, unless what did well there fails now`;

interface Order {
  /** Of the case. */
  readonly name: string;
  readonly values: Arguments['values'];
  /** Where paths begin. */
  readonly here: string;
  readonly usage: string;
}

export async function record(found: Found, order: Order): Promise<number> {
  const { plugin } = found;
  const folder = folderOf(found, order);
  const entry = entryFor(found, order);
  const steps = stepsOf(order);
  const options = { settings: settingsFor(found, order), ...(steps === undefined ? {} : { steps }) };
  const recorded = await recordCase(plugin, entry, options).catch((error: unknown) =>
    refuse(`nothing was recorded: ${messageOf(error)}`),
  );
  for (const outcome of recorded.outcomes) say(`  ${outcome.step.padEnd(28)} ${lineAbout(outcome)}`);
  demandNoLoss(folder, recorded.outcomes);
  const wrong = existsSync(folder) ? await faultOf(plugin, recorded) : undefined;
  if (wrong !== undefined) refuse(`The case fails when it is played back, so it did not replace the old one: ${wrong}`);
  const files = told(() => writeCase(folder, recorded));
  say(`${recorded.upstream.length} calls recorded in ${shown(folder, order.here)}: ${files.join(', ')}`);
  const fault = await caseFault(plugin, folder);
  if (fault !== undefined) refuse(`The case fails when it is played back: ${fault}`);
  say(
    'The case passes when it is played back. Review its files before you commit them: secrets, addresses and the name',
  );
  say('of the host were replaced by examples, but titles and user names are those of your service.');
  return 0;
}

/** A service that was down while it was recorded anew is no reason to lose what it once said. */
function demandNoLoss(folder: string, outcomes: readonly Outcome[]): void {
  const file = join(folder, 'expected.json');
  if (!existsSync(file)) return;
  const before = told(() => JSON.parse(readFileSync(file, 'utf8')) as unknown, `: ${file} cannot be read`);
  const wellBefore = new Set(
    (Array.isArray(before) ? before : [])
      .filter((one) => isRecord(one) && !isRecord(one['error']))
      .map(({ step }) => step),
  );
  const lost = outcomes.find(({ step, error }) => wellBefore.has(step) && isRecord(error));
  if (lost !== undefined)
    refuse(
      `nothing was replaced: ${lost.step} worked in the existing case and failed now (${lineAbout(lost)}). Choose another name, or remove the case first`,
    );
}

/** What is wrong with a case before it takes the place of another. */
async function faultOf(plugin: Found['plugin'], recorded: RecordedCase): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'sidelight-case-'));
  try {
    told(() => writeCase(folder, recorded));
    return await caseFault(plugin, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** What the library says in a sentence, the author is told in one. */
function told<T>(run: () => T, more = ''): T {
  try {
    return run();
  } catch (error) {
    return refuse(`${messageOf(error)}${more}`);
  }
}

/** Where the case goes. @throws when there is one already */
function folderOf({ folder }: Found, { name, values, here }: Order): string {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    refuse(`${name} is not a valid name for a case: it must look like my-case`);
  const out = textOf(values['out']);
  if (out === undefined && !statSync(folder).isDirectory())
    refuse('a one-file plugin has no folder for cases: set one with --out');
  const target = out === undefined ? join(folder, 'test', 'cases', name) : resolve(here, out, name);
  if (existsSync(target) && values['force'] !== true)
    refuse(`${target} already exists: choose another name, or replace it with --force`);
  return target;
}

function entryFor({ plugin }: Found, { values, here, usage }: Order): Entry {
  const config = textOf(values['config']);
  const url = textOf(values['url']);
  const fields = config === undefined ? {} : entryIn(resolve(here, config), plugin.id);
  const entry: Entry = url === undefined ? fields : { ...fields, url };
  if (plugin.local !== true && entry['url'] === undefined)
    refuse(`the address of the service is missing: set it with --url\n${usage}`);
  told(() => sampleConfig(plugin, entry), ': put it into a file and pass that with --config');
  return entry;
}

function settingsFor({ plugin }: Found, { values, here }: Order): Entry {
  const config = textOf(values['config']);
  const settings = config === undefined ? {} : settingsIn(resolve(here, config), plugin.id);
  told(() => sampleSettings(plugin, settings), ': put them into a file and pass that with --config');
  return settings;
}

function stepsOf({ values, here }: Order): readonly Step[] | undefined {
  const config = textOf(values['config']);
  const named = textOf(values['steps'])
    ?.split(',')
    .map((step) => step.trim());
  return named ?? (config === undefined ? undefined : stepsIn(resolve(here, config)));
}

function lineAbout({ error, health, published, rows }: Outcome): string {
  if (isRecord(error)) return `${error['code']}: ${error['message']}`;
  if (isRecord(health)) return [health['name'], health['version']].filter(Boolean).join(' ') || 'ok';
  if (Array.isArray(rows)) return `${rows.length} rows`;
  const changes = Array.isArray(published) ? published.filter(isRecord) : [];
  return changes.map(({ port, items, upsert }) => `${countOf(items ?? upsert)} of ${port}`).join(', ') || 'done';
}

const countOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
