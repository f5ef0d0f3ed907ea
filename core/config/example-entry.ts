/** The shortest config that connects a plugin. Pure. */
import type { AnyPlugin } from '@sidelight/plugin-api';
import { stringify } from 'yaml';
import type { JsonSchema } from './closed-schema.js';
import { entrySchemaOf } from './entry-schema.js';
import { propertiesOf, sampleOf } from './example.js';

/** `integrations:` with one entry: what the plugin must have, and as comments what it may need to sign in. */
export function exampleEntry(plugin: AnyPlugin): string {
  const config = plugin.config as unknown as JsonSchema;
  const required = new Set((config['required'] ?? []) as readonly string[]);
  const { url } = propertiesOf(entrySchemaOf(plugin) as unknown as JsonSchema);
  const own = Object.entries(propertiesOf(config)).flatMap(([name, schema]) => {
    if (schema['default'] !== undefined || (!required.has(name) && schema['type'] !== 'string')) return [];
    return [...explain(schema), `${required.has(name) ? '' : '# '}${line(name, schema, plugin.id)}`];
  });
  const fields = [...(url === undefined ? [] : [line('url', url, plugin.id)]), ...own];
  return [
    'integrations:',
    `  ${plugin.id}:${fields.length === 0 ? ' {}' : ''}`,
    ...fields.map((one) => `    ${one}`),
  ].join('\n');
}

const explain = ({ description }: JsonSchema): readonly string[] =>
  typeof description === 'string' ? [`# ${description}`] : [];

const line = (name: string, schema: JsonSchema, owner: string): string =>
  stringify({ [name]: sampleOf(name, schema, owner) }, { lineWidth: 0 }).trimEnd();
