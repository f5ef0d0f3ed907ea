/** A whole config held against its whole schema: the core's, and that of every plugin that an entry names. Pure. */
import { isRecord } from '../ground/path.js';
import type { PluginSet } from '../plugins/plugin-set.js';
import type { IntegrationEntry } from '../settings/settings.js';
import { checkCore } from './check-core.js';
import { checkEntries, pointersOf } from './check-entries.js';
import { checkValue } from './check-values.js';
import { type CoreConfig, coreSchema } from './core-schema.js';
import type { Problem } from './problem.js';
import { redactionsOf, secretsIn } from './secrets.js';

/** A config with its substitutions and overrides made, not yet checked. */
export interface Draft {
  readonly data: Readonly<Record<string, unknown>>;
  /** Pointers of texts that came from the environment, a file or a flag. */
  readonly outside: ReadonlySet<string>;
  /** What is already known to be wrong. */
  readonly problems: readonly Problem[];
}

export interface Checked {
  /** Complete with defaults. To be used only if there are no problems. */
  readonly core: CoreConfig;
  readonly integrations: readonly IntegrationEntry[];
  readonly secrets: readonly string[];
  readonly problems: readonly Problem[];
}

export function checkConfig(draft: Draft, plugins: PluginSet): Checked {
  const data = structuredClone(draft.data);
  const { outside } = draft;
  const settled = pointersOf(draft.problems);
  const coreProblems = checkValue({ schema: coreSchema, value: data, base: [], outside, settled });
  const core = data as CoreConfig;
  const entries = isRecord(core.integrations) ? core.integrations : {};
  const checked = checkEntries({ entries, plugins, outside, settled });
  const deeper = coreProblems.length === 0 && draft.problems.length === 0 ? checkCore(core) : [];
  return {
    core,
    integrations: checked.flatMap(({ entry }) => (entry === null ? [] : [entry])),
    secrets: redactionsOf([...secretsIn(coreSchema, core), ...checked.flatMap(({ secrets }) => secrets)]),
    problems: [...draft.problems, ...coreProblems, ...deeper, ...checked.flatMap(({ problems }) => problems)],
  };
}
