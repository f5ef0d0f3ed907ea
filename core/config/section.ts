/** What the parts of the core's schema are made of. */
import { Type } from '@sidelight/plugin-api';
import { VIEWERS } from '../settings/privacy.js';

/** A group of settings: left out, it is all defaults. */
export const section = <P extends Parameters<typeof Type.Object>[0]>(description: string, properties: P) =>
  Type.Object(properties, { description, default: {}, additionalProperties: false });

export const texts = (description: string, item: Parameters<typeof Type.String>[0], examples: readonly string[]) =>
  Type.Array(Type.String(item), { description, default: [], examples: [examples] });

/** What whoever reads need not know: of a key, a webhook, a broker. */
export const privacyFields = {
  viewers: Type.Optional(
    Type.Enum([...VIEWERS], {
      description: 'How people are shown: by name, by initials, or not at all.',
      examples: ['initials'],
    }),
  ),
  addresses: Type.Optional(
    Type.Enum(['show', 'hide'], {
      description: 'Whether hosts and addresses are shown.',
      examples: ['hide'],
    }),
  ),
};
