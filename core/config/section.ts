/** What the parts of the core's schema are made of. */
import { Type } from '@sidelight/plugin-api';

/** A group of settings: left out, it is all defaults. */
export const section = <P extends Parameters<typeof Type.Object>[0]>(description: string, properties: P) =>
  Type.Object(properties, { description, default: {}, additionalProperties: false });

export const texts = (description: string, item: Parameters<typeof Type.String>[0], examples: readonly string[]) =>
  Type.Array(Type.String(item), { description, default: [], examples: [examples] });
