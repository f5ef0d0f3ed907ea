/** What a start says of one plugin: this is what `npm run verify-plugin` knows more than the bin. */
import { resolve } from 'node:path';
import { core } from './command.mjs';

/** How long a check or a task of a plugin without an upstream may take. */
const DEADLINE_MS = 5000;

/** What it is tried with, settings with that, and what a start with them says. */
export async function rehearsalOf({ plugin, folder }, { set, here, config, sampleOf }) {
  const { rehearse } = await core('author/rehearsal.js');
  const sample = sampleOf(plugin, folder, config === undefined ? undefined : resolve(here, config));
  const { settings, set: inUse } = await settingsWith(plugin, sample, set, here);
  const { notices, failed, sources } = await rehearse({ settings, set: inUse, deadlineMs: DEADLINE_MS });
  const own = notices.filter(
    ({ source, id }) => source === plugin.id || id.startsWith(`contribution_refused:${plugin.id}:`),
  );
  return { sample, settings, notices: own, failed, source: sources.find((one) => one.plugin === plugin) };
}

/** Settings with this plugin and nothing else, checked as at a start, and the set in which it is in use. @throws config_invalid */
async function settingsWith(plugin, { entry, settings }, set, folder) {
  const { checkConfig } = await core('config/schema.js');
  const { withNamed } = await core('config/check-plugins.js');
  const { configError } = await core('config/problem.js');
  const { settingsOf } = await core('config/to-settings.js');
  const plugins = { [plugin.id]: settings };
  const integrations = plugin.create === undefined ? {} : { [plugin.id]: entry };
  const inUse = withNamed(set, plugins);
  const checked = checkConfig({ data: { plugins, integrations }, outside: new Set(), problems: [] }, inUse);
  const nowhere = { file: null, lineOf: () => null, origins: new Map() };
  if (checked.problems.length > 0) throw configError(checked.problems, nowhere);
  return { settings: settingsOf(checked, { file: null, folder, cwd: folder }), set: inUse };
}
