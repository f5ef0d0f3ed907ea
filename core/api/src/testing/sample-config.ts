/** An integration's entry as a user writes it, turned into what `create` is given. */
import { Default } from 'typebox/value';
import { CORE_FIELDS } from '../host/entry-schema.js';
import type { AnyPlugin } from '../plugin.js';
import { mismatch, type TSchema } from '../schema.js';

export type Entry = Readonly<Record<string, unknown>>;

export interface SampleConfig {
  readonly url: string | undefined;
  /** The media server that the entry names. */
  readonly server: string | undefined;
  /** The plugin's own fields, with the defaults of its schema. */
  readonly config: Entry;
  readonly secrets: readonly string[];
}

/** @throws when the entry does not match the plugin's schema: the sentence names the field. */
export function sampleConfig(plugin: AnyPlugin, entry: Entry): SampleConfig {
  const own = Object.fromEntries(Object.entries(entry).filter(([field]) => !CORE_FIELDS.has(field)));
  const fields = fieldsOf(plugin.config);
  const unknown = Object.keys(own).find((field) => !(field in fields));
  if (unknown !== undefined) throw new Error(`the config has a field ${unknown}, which ${plugin.id} does not know`);
  const config = Default(plugin.config, structuredClone(own)) as Entry;
  const wrong = mismatch(plugin.config, config);
  if (wrong !== undefined) throw new Error(`the config does not match the schema of ${plugin.id}: ${wrong}`);
  const url = entry['url'];
  if (plugin.local !== true && (typeof url !== 'string' || !URL.canParse(url))) {
    throw new Error(`the config of ${plugin.id} needs a url`);
  }
  const server = entry['server'];
  if (server !== undefined && (plugin.server !== true || typeof server !== 'string')) {
    throw new Error(`the config says server, which ${plugin.id} takes only as a text and with server: true`);
  }
  return { url: typeof url === 'string' ? url : undefined, server, config, secrets: secretsOf(plugin.config, config) };
}

/** The settings of the plugin as a whole. @throws when they do not match: the sentence names the field. */
export function sampleSettings({ id, settings: schema }: AnyPlugin, given: Entry = {}) {
  const fields = schema === undefined ? {} : fieldsOf(schema);
  const unknown = Object.keys(given).find((field) => !(field in fields));
  if (unknown !== undefined) throw new Error(`the settings have a field ${unknown}, which ${id} does not know`);
  if (schema === undefined) return { settings: {}, secrets: [] };
  const settings = Default(schema, structuredClone(given)) as Entry;
  const wrong = mismatch(schema, settings);
  if (wrong !== undefined) throw new Error(`the settings do not match the schema of ${id}: ${wrong}`);
  return { settings, secrets: secretsOf(schema, settings) };
}

export const fieldsOf = (schema: object): Readonly<Record<string, TSchema>> =>
  'properties' in schema ? (schema.properties as Record<string, TSchema>) : {};

/** The values of every `writeOnly` field, however deep. */
function secretsOf(schema: object, value: unknown): readonly string[] {
  if ('writeOnly' in schema && schema.writeOnly === true) return typeof value === 'string' ? [value] : [];
  if (Array.isArray(value)) {
    return 'items' in schema ? value.flatMap((one) => secretsOf(schema.items as object, one)) : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const fields = fieldsOf(schema);
  // A map has names that no schema knows.
  const others = 'patternProperties' in schema ? Object.values(schema.patternProperties as object) : [];
  return Object.entries(value).flatMap(([field, one]) =>
    (fields[field] === undefined ? others : [fields[field]]).flatMap((child: object) => secretsOf(child, one)),
  );
}
