/** What a schema declares of a value, and the schema of a part of it. Pure. */
import type { TSchema } from '../schema.js';

interface Keywords {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: unknown;
  readonly additionalProperties?: unknown;
  readonly items?: TSchema | readonly TSchema[];
}

/** Fields that are not declared cost memory and nothing reads them. Where a schema says less than that of all fields, all is kept. */
export function trim(schema: TSchema, value: unknown): unknown {
  const { items } = schema as Keywords;
  if (Array.isArray(value)) return isList(schema) ? value.map((one) => trim(items as TSchema, one)) : value;
  const fields = fieldsOf(schema);
  if (fields === undefined || typeof value !== 'object' || value === null) return value;
  const kept: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(fields)) {
    const field = (value as Record<string, unknown>)[name];
    if (field !== undefined) kept[name] = trim(inner, field);
  }
  return kept;
}

/** undefined: it does not say. */
export function schemaAt(schema: TSchema, path: readonly string[]): TSchema | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const inner = fieldsOf(schema)?.[name];
  return inner === undefined ? undefined : schemaAt(inner, rest);
}

/** Whether a list is as the schema says when its slices are. */
export const isList = (schema: TSchema): boolean =>
  (schema as Keywords).type === 'array' &&
  typeof (schema as Keywords).items === 'object' &&
  !Array.isArray((schema as Keywords).items) &&
  ['minItems', 'maxItems', 'uniqueItems', 'contains', 'prefixItems'].every((keyword) => !(keyword in schema));

function fieldsOf(schema: TSchema): Readonly<Record<string, TSchema>> | undefined {
  const { type, properties, patternProperties, additionalProperties = false } = schema as Keywords;
  return type === 'object' && patternProperties === undefined && additionalProperties === false
    ? properties
    : undefined;
}
