/** What a start says of one plugin: this is what `npm run verify-plugin` knows more than the bin. */
import { resolve } from 'node:path';
import { core } from './command.mjs';

/** How long a check or a task of a plugin without an upstream may take. */
const DEADLINE_MS = 5000;

/** Its entry, settings with it, and what a start with them says. */
export async function rehearsalOf({ plugin, folder }, { set, here, config, entryIn, sampleEntry }) {
  const { rehearse } = await core('author/rehearsal.js');
  const entry = config === undefined ? sampleEntry(plugin, folder) : entryIn(resolve(here, config), plugin.id);
  const settings = await settingsWith([[plugin.id, entry]], set, here);
  const { notices, failed, sources } = await rehearse({ settings, set, deadlineMs: DEADLINE_MS });
  const own = notices.filter(
    ({ source, id }) => source === plugin.id || id.startsWith(`contribution_refused:${plugin.id}:`),
  );
  return { entry, settings, notices: own, failed, source: sources.find((one) => one.plugin === plugin) };
}

/** Settings with these entries and nothing else, checked as at a start. @throws config_invalid */
async function settingsWith(entries, set, folder) {
  const { checkConfig } = await core('config/schema.js');
  const { configError } = await core('config/problem.js');
  const { settingsOf } = await core('config/to-settings.js');
  const draft = { data: { integrations: Object.fromEntries(entries) }, outside: new Set(), problems: [] };
  const checked = checkConfig(draft, set);
  const nowhere = { file: null, lineOf: () => null, origins: new Map() };
  if (checked.problems.length > 0) throw configError(checked.problems, nowhere);
  return settingsOf(checked, { file: null, folder, cwd: folder });
}
