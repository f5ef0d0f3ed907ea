/** `npm run verify-plugin <folder or package> …`: would a start take this plugin, and does it do what plugins have to do? */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { core, here, readArgs, refuse, run, say } from './author/command.mjs';
import { sampleOf, settingsWith } from './author/entries.mjs';
import { findPlugins } from './author/find-plugin.mjs';
import { Report } from './author/report.mjs';
import { verifyCases, verifyContract, verifyStart } from './author/verify.mjs';
import { bootstrap } from './bootstrap.mjs';

const USAGE = 'npm run verify-plugin <folder or package> … [-- --config file.yaml]';

/** How long a check or a task of a plugin without an upstream may take. */
const DEADLINE_MS = 5000;
/** What a plugin has left behind shows itself within this time. */
const LEAK_MS = 250;

/** Its entry, settings with it, and what a start with them says. */
async function rehearsalOf(found, set, folder, config) {
  const { rehearse } = await core('author/rehearsal.js');
  const { plugin } = found;
  const sample = await sampleOf(plugin, found.folder, config === undefined ? undefined : resolve(folder, config));
  const { settings, set: inUse } = await settingsWith(plugin, sample, set, folder);
  return { sample, settings, rehearsal: await rehearse({ settings, set: inUse, deadlineMs: DEADLINE_MS }) };
}

async function verify(found, set, folder, { config, report, guarded, secrets }) {
  const { plugin, origin } = found;
  say(`${plugin.id} (${origin})`);
  report.ok(`it loads: ${plugin.title}${plugin.api ? `, made with version ${plugin.api} of the plugin API` : ''}`);
  guarded.add(found);
  const { sample, settings, rehearsal } = await rehearsalOf(found, set, folder, config);
  for (const secret of settings.secrets) secrets.add(secret);
  const own = rehearsal.notices.filter(
    ({ source, id }) => source === plugin.id || id.startsWith(`contribution_refused:${plugin.id}:`),
  );
  if (!verifyStart(found, { ...rehearsal, notices: own }, report)) return;
  await verifyContract(found, sample, report);
  await verifyCases(found, report);
}

function refused({ id, origin, message }, report) {
  say(id ?? origin);
  report.fail(`The plugin ${origin} cannot be used: ${message}`);
}

/** Errors that plugins leave behind must not end the verification: they are among what it finds. */
async function guardAgainst(guarded, secrets) {
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

run(async () => {
  const { values, positionals } = readArgs({ options: { config: { type: 'string' } }, most: Infinity, usage: USAGE });
  if (positionals.length === 0) refuse(USAGE);
  bootstrap();
  const report = new Report();
  const guarded = new Set();
  const secrets = new Set();
  const guard = await guardAgainst(guarded, secrets);
  const { set, found } = await findPlugins(positionals, here());
  for (const outcome of found) {
    if ('plugin' in outcome) await verify(outcome, set, here(), { config: values.config, report, guarded, secrets });
    else refused(outcome, report);
  }
  await sleep(LEAK_MS);
  for (const { text } of guard.notices()) report.fail(text);
  say(report.summary());
  return report.failed === 0 ? 0 : 1;
});
