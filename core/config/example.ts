/**
 * The example config, from the same schemas that check one. Every setting is there, commented out with its default: `#`
 * comments out a setting, `##` begins an explanation. Pure.
 */
import type { AnyPlugin } from '@sidelight/plugin-api';
import { entrySchemaOf } from '@sidelight/plugin-api/host';
import { stringify } from 'yaml';
import { isRecord } from '../ground/path.js';
import type { JsonSchema } from '../settings/closed-schema.js';
import { coreSchema } from './core-schema.js';

const WIDTH = 110;

const HEAD = `# yaml-language-server: $schema=./config.schema.json
## Sidelight's settings. Everything is optional: take away the # before a setting to change it.
## Any value may be \${NAME} or \${NAME:-default} from the environment, or file:/path to take it from a file.
`;

export function exampleConfig(plugins: readonly AnyPlugin[]): string {
  const { integrations, ...settings } = coreSchema.properties as unknown as Readonly<Record<string, JsonSchema>>;
  const sorted = [...plugins].sort((a, b) => (a.id < b.id ? -1 : 1));
  const connecting = sorted.filter(({ create }) => create !== undefined);
  const set = sorted.flatMap(ownSettings);
  const groups = [
    ...Object.entries(settings).map(([name, schema]) =>
      name === 'plugins' && set.length > 0
        ? [...explain(schema, ''), '#plugins:', ...set]
        : setting(name, schema, '', 'sidelight'),
    ),
    [...explain(integrations ?? {}, ''), '#integrations:', ...connecting.flatMap(entry)],
  ];
  return `${HEAD}${groups.map((lines) => `\n${lines.join('\n')}\n`).join('')}`;
}

/** Of a plugin as a whole. */
function ownSettings({ id, title, settings }: AnyPlugin): readonly string[] {
  if (settings === undefined) return [];
  const fields = Object.entries(markOptional(settings as unknown as JsonSchema));
  return [`#  ## ${title}`, `#  ${id}:`, ...fields.flatMap(([name, schema]) => setting(name, schema, '    ', id))];
}

/** The core's settings that differ from entry to entry. */
const OF_EACH: ReadonlySet<string> = new Set(['url', 'server']);

function entry(plugin: AnyPlugin): readonly string[] {
  const core = markOptional(entrySchemaOf(plugin) as unknown as JsonSchema);
  const own = markOptional(plugin.config as unknown as JsonSchema);
  const fields = [...Object.entries(core).filter(([name]) => OF_EACH.has(name)), ...Object.entries(own)];
  const lines = fields.flatMap(([name, schema]) => setting(name, schema, '    ', plugin.id));
  return [`#`, `#  ## ${plugin.title}`, `#  ${plugin.id}:${lines.length === 0 ? ' {}' : ''}`, ...lines];
}

/** The fields of a plugin, of which those that may be left out say so. */
function markOptional(config: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const required = new Set((config['required'] ?? []) as readonly string[]);
  const marked = Object.entries(propertiesOf(config)).map(([name, schema]) => {
    const description = `${schema['description'] ?? ''} (optional)`.trim();
    return [name, required.has(name) ? schema : { ...schema, description }];
  });
  return Object.fromEntries(marked);
}

/** `#name: value` below its explanation; a section is its fields, indented. `owner` names the variables of secrets. */
function setting(name: string, schema: JsonSchema, indent: string, owner: string): readonly string[] {
  const fields = Object.entries(propertiesOf(schema));
  const elements = isRecord(schema['items']) ? Object.entries(propertiesOf(schema['items'])) : [];
  const below =
    (inner: string) =>
    ([field, one]: readonly [string, JsonSchema]) =>
      setting(field, one, indent + inner, `${owner}_${name}`);
  if (fields.length > 0) return [...explain(schema, indent), `#${indent}${name}:`, ...fields.flatMap(below('  '))];
  if (elements.length > 0) {
    return [...explain(schema, indent), `#${indent}${name}:`, ...asElement(elements.flatMap(below('    ')), indent)];
  }
  const value = stringify({ [name]: sampleOf(name, schema, owner) }, { lineWidth: 0 }).trimEnd();
  return [...explain(schema, indent), ...value.split('\n').map((line) => `#${indent}${line}`)];
}

/** The first setting of a list's element carries its dash. */
function asElement(lines: readonly string[], indent: string): readonly string[] {
  const first = lines.findIndex((line) => !/^#\s*##/.test(line));
  return lines.map((line, index) => {
    if (index > first) return line;
    const rest = line.slice(1 + indent.length + 4);
    return index === first ? `#${indent}  - ${rest}` : `#${indent}  ${rest}`;
  });
}

function explain(schema: JsonSchema, indent: string): readonly string[] {
  const allowed = Array.isArray(schema['enum']) ? [`One of ${schema['enum'].join(', ')}.`] : [];
  const words = [schema['description'], ...allowed, ...exampleOf(schema)].filter((part) => typeof part === 'string');
  const mark = indent === '' ? '## ' : `#${indent}## `;
  return wrap(words.join(' '), WIDTH - mark.length).map((line) => mark + line);
}

/** A default shows what is; an example beside it what might be. */
function exampleOf(schema: JsonSchema): readonly string[] {
  const [first] = Array.isArray(schema['examples']) ? schema['examples'] : [];
  return first === undefined || schema['default'] === undefined ? [] : [`For example ${JSON.stringify(first)}.`];
}

const PLACEHOLDERS: Readonly<Record<string, unknown>> = { boolean: false, array: [], object: {}, string: '…' };

/** What stands for a setting: a variable for a secret, else its default, else an example. */
export function sampleOf(name: string, schema: JsonSchema, owner: string): unknown {
  if (schema['writeOnly'] === true) return `\${${variableOf(`${owner}_${name}`)}}`;
  if (schema['default'] !== undefined) return schema['default'];
  const [first] = Array.isArray(schema['examples']) ? schema['examples'] : [];
  if (first !== undefined) return first;
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  return PLACEHOLDERS[String(schema['type'])] ?? schema['minimum'] ?? 0;
}

const variableOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/\W/g, '_')
    .toUpperCase();

export const propertiesOf = (schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  isRecord(schema['properties']) ? (schema['properties'] as Readonly<Record<string, JsonSchema>>) : {};

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((one) => one !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** `integrations:` with one entry: what the plugin must have, and as comments what it may need to sign in. */
export function exampleEntry(plugin: AnyPlugin): string {
  const config = plugin.config as unknown as JsonSchema;
  const required = new Set((config['required'] ?? []) as readonly string[]);
  const { url, server } = propertiesOf(entrySchemaOf(plugin) as unknown as JsonSchema);
  const own = Object.entries(propertiesOf(config)).flatMap(([name, schema]) => {
    if (schema['default'] !== undefined || (!required.has(name) && schema['type'] !== 'string')) return [];
    return [...remark(schema), `${required.has(name) ? '' : '# '}${line(name, schema, plugin.id)}`];
  });
  const fields = [
    ...(url === undefined ? [] : [line('url', url, plugin.id)]),
    ...(server === undefined ? [] : [...remark(server), `# ${line('server', server, plugin.id)}`]),
    ...own,
  ];
  return [
    'integrations:',
    `  ${plugin.id}:${fields.length === 0 ? ' {}' : ''}`,
    ...fields.map((one) => `    ${one}`),
  ].join('\n');
}

const remark = ({ description }: JsonSchema): readonly string[] =>
  typeof description === 'string' ? [`# ${description}`] : [];

const line = (name: string, schema: JsonSchema, owner: string): string =>
  stringify({ [name]: sampleOf(name, schema, owner) }, { lineWidth: 0 }).trimEnd();
