/** The config's schema for YAML editors: completion, descriptions and red lines while typing. Pure. */
import type { AnyPlugin } from '@sidelight/plugin-api';
import { entrySchemaOf } from '@sidelight/plugin-api/host';
import { isRecord } from '../ground/path.js';
import { closedSchema, type JsonSchema } from '../settings/closed-schema.js';
import { coreSchema, namedPlugin } from './core-schema.js';

/** Entries of `integrations:` are told apart by `plugin`, or by their name where it is a plugin's. */
export function configJsonSchema(plugins: readonly AnyPlugin[]): JsonSchema {
  const core = forEditors(closedSchema(coreSchema));
  const all = [...plugins].sort((a, b) => (a.id < b.id ? -1 : 1));
  const connecting = all.filter(({ create }) => create !== undefined);
  const properties = core['properties'] as Readonly<Record<string, JsonSchema>>;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of Sidelight',
    ...core,
    properties: {
      ...properties,
      plugins: {
        ...properties['plugins'],
        properties: Object.fromEntries(all.map((plugin) => [plugin.id, namedOf(plugin)])),
      },
      integrations: integrationsOf(connecting, properties['integrations'] ?? {}),
    },
    definitions: Object.fromEntries(connecting.map((plugin) => [plugin.id, entryOf(plugin)])),
  };
}

function integrationsOf(plugins: readonly AnyPlugin[], { description, default: none }: JsonSchema): JsonSchema {
  const ids = plugins.map(({ id }) => id);
  return {
    type: 'object',
    description,
    default: none,
    properties: Object.fromEntries(ids.map((id) => [id, { $ref: `#/definitions/${id}` }])),
    additionalProperties: {
      type: 'object',
      required: ['plugin'],
      properties: { plugin: { type: 'string', description: 'The plugin.', examples: ids } },
      allOf: ids.map((id) => ({
        if: { properties: { plugin: { const: id } }, required: ['plugin'] },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: { $ref: `#/definitions/${id}` },
      })),
    },
  };
}

/** The settings of a plugin as a whole, beside where it comes from. */
function namedOf({ title, settings }: AnyPlugin): JsonSchema {
  const { properties: from } = namedPlugin;
  const own = settings === undefined ? {} : forEditors(closedSchema(settings));
  return {
    type: 'object',
    title,
    ...own,
    properties: { ...from, ...Object(own['properties']) },
    additionalProperties: false,
  };
}

/** Both parts of an entry as one object. */
function entryOf(plugin: AnyPlugin): JsonSchema {
  const parts = [entrySchemaOf(plugin), plugin.config].map((schema) => forEditors(closedSchema(schema)));
  const required = parts.flatMap((part) => (part['required'] ?? []) as readonly string[]);
  return {
    type: 'object',
    title: plugin.title,
    properties: {
      ...Object.fromEntries(parts.flatMap((part) => Object.entries(part['properties'] ?? {}))),
      plugin: { const: plugin.id, description: 'The plugin; default: the name of the entry.' },
    },
    required: required.filter((field) => !hasDefault(parts, field)),
    additionalProperties: false,
  };
}

const hasDefault = (parts: readonly JsonSchema[], field: string): boolean =>
  parts.some((part) => {
    const schema = isRecord(part['properties']) ? part['properties'][field] : undefined;
    return isRecord(schema) && 'default' in schema;
  });

/** What a person writes: fields with a default may be left out, and any value may come from outside. */
function forEditors(schema: JsonSchema): JsonSchema {
  if (isRecord(schema['properties'])) {
    const properties = Object.entries(schema['properties']).map(([name, one]) => [name, forEditors(one as JsonSchema)]);
    const required = ((schema['required'] ?? []) as readonly string[]).filter((name) => !hasDefault([schema], name));
    const { required: _, ...rest } = schema;
    return {
      ...rest,
      ...(required.length === 0 ? {} : { required }),
      properties: Object.fromEntries(properties),
    };
  }
  if (isRecord(schema['items'])) return { ...schema, items: forEditors(schema['items']) };
  return isBare(schema) ? schema : orFromOutside(schema);
}

const ANY_TEXT = new Set(['type', 'description', 'default', 'examples', 'writeOnly', 'title', 'minLength']);

/** Whether `${NAME}` and `file:` pass anyway, or the value is no scalar. */
const isBare = (schema: JsonSchema): boolean =>
  schema['type'] === 'object' ||
  schema['type'] === 'array' ||
  Object.keys(schema).length === 0 ||
  (schema['type'] === 'string' &&
    Object.keys(schema).every((keyword) => ANY_TEXT.has(keyword) || schema[keyword] === 'password'));

function orFromOutside(schema: JsonSchema): JsonSchema {
  const { description, default: fallback, ...rest } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
    anyOf: [rest, { type: 'string', pattern: '\\$\\{|^file:' }],
  };
}
