/** A plain copy of a schema that stands alone and takes no unknown field. */
import type { TSchema } from '@sidelight/plugin-api';
import { isRecord } from '../ground/path.js';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Objects that say nothing of unknown fields refuse them; parts of an `allOf` are left as they are. No id, lest two clash. */
export function closedSchema(schema: TSchema): JsonSchema {
  const { $id: _, ...copy } = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;
  return close(copy);
}

function close(schema: JsonSchema): JsonSchema {
  const inner = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, closeBelow(keyword, value)]),
  );
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

function closeBelow(keyword: string, value: unknown): unknown {
  if (keyword === 'properties' || keyword === 'patternProperties') {
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closeIf(one)]));
  }
  if (keyword === 'anyOf' || keyword === 'oneOf') return Array.isArray(value) ? value.map(closeIf) : value;
  return keyword === 'items' || keyword === 'additionalProperties' ? closeIf(value) : value;
}

const closeIf = (value: unknown): unknown => (isRecord(value) ? close(value) : value);
