/** A whole config held against its whole schema: the core's, and that of every plugin that an entry names. Pure. */
import { isRecord } from '../ground/path.js';
import type { PluginSet } from '../plugins/plugin-set.js';
import { checkEntries } from './check-entries.js';
import { checkPlugins } from './check-plugins.js';
import { checkSettings, pointersOf } from './core-settings.js';
import type { Draft } from './draft.js';
import type { Problem } from './problem.js';
import { redactionsOf } from './secrets.js';
import type { CompleteConfig } from './to-settings.js';

export interface Checked extends CompleteConfig {
  readonly problems: readonly Problem[];
}

/** What it gives is to be used only if there are no problems. */
export function checkConfig(draft: Draft, plugins: PluginSet): Checked {
  const data = structuredClone(draft.data);
  const { outside } = draft;
  const { core, problems, secrets } = checkSettings({ ...draft, data });
  const entries = isRecord(core.integrations) ? core.integrations : {};
  const common = { plugins, outside, settled: pointersOf(draft.problems) };
  const checked = checkEntries({ ...common, entries });
  const integrations = checked.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  const connected = new Set(integrations.map(({ plugin }) => plugin));
  const named = checkPlugins({ ...common, named: core.plugins, connected });
  return {
    core,
    integrations,
    plugins: named.settings,
    secrets: redactionsOf([...secrets, ...named.secrets, ...checked.flatMap((entry) => entry.secrets)]),
    problems: [...draft.problems, ...problems, ...named.problems, ...checked.flatMap((entry) => entry.problems)],
  };
}
