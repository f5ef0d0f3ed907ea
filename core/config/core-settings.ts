/** The core's own part of a config: all that a command about keys, people or backups needs, without loading a plugin. */
import { type Path, pointerOf } from '../ground/path.js';
import { checkCore } from './check-core.js';
import { checkValue } from './check-values.js';
import type { CoreConfig } from './core-schema.js';
import { plainCoreSchema, validateCore } from './core-validator.js';
import { type Draft, type DraftInput, readDraft } from './draft.js';
import { configError, type Problem } from './problem.js';
import { redactionsOf, secretsIn } from './secrets.js';
import { type CoreSettings, coreSettingsOf } from './to-settings.js';

export interface CheckedCore {
  /** Complete with defaults. To be used only if there are no problems. */
  readonly core: CoreConfig;
  /** What is wrong beside what the draft knew already. */
  readonly problems: readonly Problem[];
  readonly secrets: readonly string[];
}

/** @param data filled with defaults in place */
export function checkSettings({ data, outside, problems }: Draft): CheckedCore {
  const core = data as CoreConfig;
  const settled = pointersOf(problems);
  const own = checkValue({ validate: validateCore, value: data, base: [], outside, settled });
  const deeper = own.length === 0 && problems.length === 0 ? checkCore(core) : [];
  return { core, problems: [...own, ...deeper], secrets: secretsIn(plainCoreSchema, core) };
}

/** Whether something is already known to be wrong there. */
export const pointersOf = (problems: readonly Problem[]): ReadonlySet<string> =>
  new Set(problems.map(({ path }) => pointerOf(path)));

/**
 * An entry of `integrations` or `plugins` that is wrong, or that needs a variable which is not set here, is no matter.
 * @throws config_missing, config_syntax, config_secret, config_invalid (with every error)
 */
export function loadCoreSettings(input: DraftInput): CoreSettings {
  const { draft, origin, place } = readDraft(input);
  const problems = draft.problems.filter(({ path }) => !isOfPlugin(path));
  const checked = checkSettings({ ...draft, data: structuredClone(draft.data), problems });
  const wrong = [...problems, ...checked.problems];
  if (wrong.length > 0) throw configError(wrong, place);
  return coreSettingsOf({ core: checked.core, secrets: redactionsOf(checked.secrets) }, origin);
}

const isOfPlugin = ([first]: Path): boolean => first === 'integrations' || first === 'plugins';
