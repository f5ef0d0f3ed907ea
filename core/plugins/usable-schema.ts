import type { AnyPlugin, TObject } from '@sidelight/plugin-api';
import { messageOf } from '@sidelight/plugin-api/errors';
import { misfitSchema } from '@sidelight/plugin-api/host';
import { demandSchema } from '../settings/validator.js';

/** What is wrong with the schemas of a plugin’s config and settings, as a sentence, or undefined. Of a plugin whose shape is right. */
export function unusableSchema(plugin: AnyPlugin): string | undefined {
  const { config, settings } = plugin;
  return (
    misfitSchema(plugin) ??
    invalid(config, 'its config is') ??
    (settings === undefined ? undefined : invalid(settings, 'its settings are'))
  );
}

function invalid(schema: TObject, itsAre: string): string | undefined {
  try {
    demandSchema(schema);
    return undefined;
  } catch (error) {
    return `${itsAre} not a valid JSON schema: ${messageOf(error)}`;
  }
}
