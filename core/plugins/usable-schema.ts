import type { AnyPlugin } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { misfitConfig } from '@sidelight/plugin-api/host';
import { demandSchema } from '../settings/validator.js';

/** What is wrong with the schema of a plugin's config, as a sentence, or undefined. Of a plugin whose shape is right. */
export function unusableSchema(plugin: AnyPlugin): string | undefined {
  const misfit = misfitConfig(plugin);
  if (misfit !== undefined) return misfit;
  try {
    demandSchema(plugin.config);
    return undefined;
  } catch (error) {
    return `its config is no valid JSON schema: ${messageOf(error)}`;
  }
}
