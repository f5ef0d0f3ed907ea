/** Code and made-up rows for a port of the vocabulary, from its item schema: a beginning that its author changes. Pure. */
import type { AnyPort } from '../port.js';

/** The part of a field's schema that code is made of. */
interface Field {
  readonly type?: string;
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Field;
}

type Row = Readonly<Record<string, unknown>>;

/** The fields that a port demands; the others are for later. */
function demanded({ item }: AnyPort): readonly (readonly [name: string, schema: Field])[] {
  const { properties, required = [] } = item as {
    readonly properties: Readonly<Record<string, Field>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).filter(([name]) => required.includes(name));
}

const WIDTH = 120;

/** What stands in the templates for this port. */
export function portCode(name: string, port: AnyPort): Readonly<Record<string, string>> {
  const fields = demanded(port).flatMap(([field, schema]) => [
    ...(schema.description === undefined ? [] : [`  /** ${schema.description} */`]),
    fitted('  ', `${field}: `, typeOf(schema)),
  ]);
  const types = [...new Set(fields.flatMap((line) => line.match(/\b(oneOf|IsoTime)\b/g) ?? []))];
  const fill = port.keep === 'snapshot' ? ['fill'] : [];
  return {
    portName: name,
    port: port.id,
    upstreamFields: fields.join('\n'),
    upstreamImport: importOf([...types, 'type Static', 'Type']),
    mapImport: importOf([name, 'Health', 'ItemIn'], 'import type'),
    pluginImport: importOf([name, 'definePlugin', 'Secret', 'Type', ...fill]),
    moduleImport: importOf([name, 'definePlugin', 'parse', 'Secret', 'Type', ...fill, ...types]),
    widgetImport: importOf([name, 'cached', 'defineWidget', 'listOf', 'Type']),
    mapFields: demanded(port)
      .map(([field]) => `  ${field}: item.${field},`)
      .join('\n'),
    ...widgetCode(name, port),
  };
}

const wordOf = (specifier: string): string => specifier.replace('type ', '').toLowerCase();

function importOf(names: readonly string[], keyword = 'import'): string {
  const sorted = [...names].sort((a, b) => (wordOf(a) < wordOf(b) ? -1 : 1));
  const line = `${keyword} { ${sorted.join(', ')} } from '@sidelight/plugin-api';`;
  if (line.length <= WIDTH) return line;
  return `${keyword} {\n${sorted.map((one) => `  ${one},\n`).join('')}} from '@sidelight/plugin-api';`;
}

/** A field on a line of its own; a list of choices that does not fit is broken. */
function fitted(indent: string, name: string, type: string): string {
  const line = `${indent}${name}${type},`;
  const [, choices] = /^oneOf\((.*)\)$/.exec(type) ?? [];
  if (line.length <= WIDTH || choices === undefined) return line;
  const lines = choices.split(', ').map((choice) => `${indent}  ${choice},\n`);
  return `${indent}${name}oneOf(\n${lines.join('')}${indent}),`;
}

function typeOf(schema: Field): string {
  if (schema.enum !== undefined) return `oneOf(${schema.enum.map((one) => `'${one}'`).join(', ')})`;
  if (schema.format === 'date-time') return 'IsoTime()';
  if (schema.type === 'array') return `Type.Array(${typeOf(schema.items ?? {})})`;
  const type = schema.type ?? 'unknown';
  return `Type.${type.slice(0, 1).toUpperCase()}${type.slice(1)}()`;
}

/** The task that fills the port, as the value of `tasks`. `read` is a function of the signal, `items` what it resolves with. */
export const tasksCode = (
  name: string,
  { keep }: AnyPort,
  { read, items }: { readonly read: string; readonly items: string },
): string =>
  keep === 'snapshot'
    ? `[fill(${name}, '1m', ${read})]`
    : `[
        {
          id: ${name}.id,
          every: '1m',
          fills: [${name}],
          run: async (out, signal) => out.append(${name}, ${items}),
        },
      ]`;

/** Rows are named by what reads like a name, and labelled by their state. */
function widgetCode(name: string, port: AnyPort): Readonly<Record<string, string>> {
  const fields = demanded(port);
  const texts = fields.filter(([, { type, format, enum: choices }]) => type === 'string' && !format && !choices);
  const named = ['title', 'name', 'viewer', 'path'].find((field) => texts.some(([text]) => text === field));
  const nameField = named ?? texts.at(-1)?.[0] ?? 'source';
  const labelField = fields.find(([, schema]) => schema.enum !== undefined)?.[0] ?? 'source';
  return {
    widgetRead: port.keep === 'log' ? `cached(${name}, { newest: 100 })` : `cached(${name})`,
    widgetRow: nameField === labelField ? 'source' : [nameField, labelField].sort().join(', '),
    widgetName: nameField === 'name' ? 'name' : `name: ${nameField}`,
    widgetLabel: `label: ${labelField}`,
  };
}

/** Two made-up rows, or one where a source has only one. */
export function sampleRows(port: AnyPort): readonly Row[] {
  const rows = [0, 1].map((index) =>
    Object.fromEntries(demanded(port).map(([field, schema]) => [field, sampleOf(field, schema, index)])),
  );
  const keys = new Set(rows.map((row) => port.key(row)));
  return rows.slice(0, keys.size);
}

function sampleOf(field: string, schema: Field, index: number): unknown {
  if (schema.enum !== undefined) return schema.enum[index % schema.enum.length];
  if (schema.format === 'date-time') return `2026-11-2${index}T18:30:00.000Z`;
  if (schema.type === 'array') return [];
  if (schema.type === 'boolean') return index === 0;
  if (schema.type !== 'string') return (index + 1) * 10;
  return /id$|key$|code$/i.test(field) ? `${field}-${index + 1}` : `${['First', 'Second'][index]} ${field}`;
}

const PLAIN = ['string', 'integer', 'number', 'boolean'];

/** The rows with one value that the port's type does not allow, and the sentence about it. */
export function brokenRows(port: AnyPort): { readonly rows: readonly Row[]; readonly sentence: string } {
  const [first, ...rest] = sampleRows(port);
  const [field = '', schema = {}] = demanded(port).find(([, { type = '' }]) => PLAIN.includes(type)) ?? [];
  const wrong = schema.type === 'string' ? 7 : 'seven';
  return { rows: [{ ...first, [field]: wrong }, ...rest], sentence: `/items/0/${field}: must be ${schema.type}` };
}
