/** `npm run verify-plugin <folder or package> …`: would a start take this plugin, and does it do what plugins have to do? */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { authorTools, core, here } from './author/command.mjs';
import { findPlugins } from './author/find-plugin.mjs';
import { rehearsalOf } from './author/rehearse.mjs';
import { root } from './bootstrap.mjs';

const tools = await authorTools();
const { Report, contributedBy, exitCode, readArgs, refuse, say, suppliesOf, verifyCases, verifyContract } = tools;

const USAGE = 'npm run verify-plugin <folder or package> … [-- --config file.yaml]';

/** What a plugin has left behind shows itself within this time. */
const LEAK_MS = 250;

const report = new Report();
const guarded = new Set();
const secrets = new Set();

async function verify(found, set, config) {
  const { plugin, folder, origin } = found;
  say(`${plugin.id} (${origin})`);
  report.ok(`it loads: ${plugin.title}${plugin.api ? `, made with version ${plugin.api} of the plugin API` : ''}`);
  guarded.add(found);
  const rehearsal = await rehearsalOf(found, { ...tools, set, here: here(), config });
  for (const secret of rehearsal.settings.secrets) secrets.add(secret);
  if (!verifyStart(plugin, rehearsal) || !statSync(folder).isDirectory()) return;
  const isBundled = dirname(folder) === join(root, 'plugins');
  await verifyContract(found, { sample: rehearsal.sample, report, isBundled, started: true });
  await verifyCases(found, report);
}

/** @returns whether the plugin can be used at all */
function verifyStart(plugin, { notices, failed, source }) {
  for (const { text } of [...notices, ...failed]) report.fail(text);
  const { integration } = source ?? {};
  if (plugin.create !== undefined && !integration) return false;
  if (integration) report.ok(`it makes an integration that supplies ${suppliesOf(integration)}`);
  const isLeftOut = notices.some(({ type }) => type === 'contribution_refused');
  const contributed = [contributedBy(plugin), contributedBy(integration ?? {})].filter(Boolean).join(', ');
  if (contributed !== '' && !isLeftOut) report.ok(`it contributes ${contributed}`);
  return true;
}

function refused({ id, origin, message }) {
  say(id ?? origin);
  report.fail(`The plugin ${origin} cannot be loaded: ${message}`);
}

/** Errors that plugins leave behind must not end the verification: they are among what it finds. */
async function guardAgainst() {
  const { installLeakGuard } = await core('plugins/leak-guard.js');
  const { silentLog } = await core('ground/log.js');
  return installLeakGuard({
    plugins: () => [...guarded],
    secrets: () => [...secrets],
    log: silentLog,
    onFatal: (error) => {
      process.stderr.write(`${error?.stack ?? error}\n`);
      process.exit(1);
    },
  });
}

async function verifyAll() {
  const options = { config: { type: 'string' } };
  const { values, positionals } = readArgs(process.argv.slice(2), options, { most: Infinity, usage: USAGE });
  if (positionals.length === 0) return refuse(USAGE);
  const guard = await guardAgainst();
  const { set, found } = await findPlugins(positionals, here());
  for (const outcome of found) {
    if ('plugin' in outcome) await verify(outcome, set, values.config);
    else refused(outcome);
  }
  await sleep(LEAK_MS);
  for (const { text } of guard.notices()) report.fail(text);
  say(report.summary());
  return report.failed === 0 ? 0 : 1;
}

process.exit(await exitCode(verifyAll));
