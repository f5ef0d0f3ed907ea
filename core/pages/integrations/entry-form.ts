/** The form of one entry of `integrations:`: its fields, from the schemas that check the config, and what was typed into them. Pure. */
import type { AnyPlugin } from '@sidelight/plugin-api';
import { entrySchemaOf } from '@sidelight/plugin-api/host';
import type { EntryFields } from '../../config/edit.js';
import type { Problem } from '../../config/problem.js';
import { isRecord } from '../../ground/path.js';
import type { JsonSchema } from '../../settings/closed-schema.js';

export type FieldKind = 'text' | 'secret' | 'number' | 'switch' | 'choice' | 'list';

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly hint: string;
  /** What it might be. */
  readonly example: string;
  /** As it is written; of a secret never. */
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  /** A secret that is there already: left empty, it stays. */
  readonly stored: boolean;
  /** Below "More settings". */
  readonly more: boolean;
  /** It comes from outside the file, and only a person can change that: `${ZONE}`. */
  readonly fixed: boolean;
}

export interface FormInput {
  readonly plugin: AnyPlugin;
  /** As it is written; undefined: it is new. */
  readonly entry: EntryFields | undefined;
  /** Ids of the other entries. */
  readonly others: readonly string[];
}

/** What was typed means so much; a field with a fault means nothing. */
export interface TypedEntry {
  readonly fields: EntryFields;
  readonly secrets: Readonly<Record<string, string>>;
  /** Sentences, by the names of fields. */
  readonly faults: Readonly<Record<string, string>>;
}

/** Said once for all plugins. */
const LABELS: Readonly<Record<string, string>> = {
  url: 'Address',
  apiKey: 'API key',
  username: 'User name',
  verifyTls: 'Check the certificate',
  timeout: 'Timeout',
  maxBodyMb: 'Maximum response size in MB',
  webhookSecret: 'Webhook secret',
  server: 'Media server',
  is4k: 'Has the 4K versions',
};
/** Not on the form: the address of the page says the plugin, a button of the list the rest. */
const ELSEWHERE: ReadonlySet<string> = new Set(['plugin', 'enabled']);
/** Of the core's fields those that every entry needs. */
const FIRST: ReadonlySet<string> = new Set(['url', 'server']);
const LONGEST = 2000;

export function fieldsOf({ plugin, entry = {}, others }: FormInput): readonly FormField[] {
  return namedSchemas(plugin).flatMap(([name, schema, required, isOwn]) => {
    const kind = kindOf(name, schema);
    if (kind === undefined) return [];
    const raw = entry[name];
    const [example] = Array.isArray(schema['examples']) ? schema['examples'] : [];
    return [
      {
        name,
        label: LABELS[name] ?? labelOf(name),
        kind,
        required,
        hint: String(schema['description'] ?? ''),
        example: String(example ?? schema['default'] ?? ''),
        value: shownValue(kind, raw, schema),
        choices: choicesOf(name, schema, others),
        stored: kind === 'secret' && raw !== undefined,
        more: !(required || FIRST.has(name) || (isOwn && schema['default'] === undefined)),
        fixed: kind !== 'secret' && kind !== 'text' && isFromOutside(raw),
      },
    ];
  });
}

/** Settings of the entry that the form does not have. */
export const besideForm = ({ plugin, entry = {} }: FormInput): readonly string[] => {
  const shown = new Set([...fieldsOf({ plugin, entry, others: [] }).map(({ name }) => name), ...ELSEWHERE]);
  return Object.keys(entry).filter((name) => !shown.has(name));
};

/** Settings that it must have, and that no form can take. */
export const beyondForm = (plugin: AnyPlugin): readonly string[] =>
  namedSchemas(plugin).flatMap(([name, schema, required]) =>
    required && schema['default'] === undefined && kindOf(name, schema) === undefined ? [name] : [],
  );

/** @param typed texts by the names of fields; a field that was not sent is left as it is */
export function typedEntry(input: FormInput, typed: (name: string) => string | undefined): TypedEntry {
  const { entry = {}, plugin } = input;
  const schemas = new Map(namedSchemas(plugin).map(([name, schema]) => [name, schema]));
  const fields: Record<string, unknown> = {};
  const secrets: Record<string, string> = {};
  const faults: Record<string, string> = {};
  for (const field of fieldsOf(input)) {
    const { name, kind, value, fixed, stored } = field;
    const text = kind === 'switch' ? (typed(name) ?? 'off') : typed(name)?.trim();
    if (text === undefined || fixed) continue;
    const fault = faultIn(field, text);
    if (fault !== undefined) faults[name] = fault;
    else if (kind === 'secret') {
      if (text !== '') secrets[name] = text;
      else if (stored && typed(`remove-${name}`) === 'yes') fields[name] = undefined;
    } else if (text !== value) fields[name] = meant(kind, text, schemas.get(name) ?? {});
  }
  const changed = Object.fromEntries(Object.entries(fields).filter(([name, each]) => each !== entry[name]));
  return { fields: changed, secrets, faults };
}

/** Those that are about a field of the form, by its name; and what is wrong besides. */
export function faultsOf(
  problems: readonly Problem[],
  id: string,
  fields: readonly FormField[],
): { readonly faults: Readonly<Record<string, string>>; readonly others: readonly Problem[] } {
  const faults: Record<string, string> = {};
  const others: Problem[] = [];
  for (const problem of problems) {
    const [list, entry, name] = problem.path;
    const isOfEntry = list === 'integrations' && entry === id;
    const shown = isOfEntry && (name === undefined ? 'id' : fields.find((field) => field.name === name)?.name);
    if (typeof shown === 'string') faults[shown] ??= sentence(problem.text);
    else others.push(problem);
  }
  return { faults, others };
}

/** "expected a whole number, found x — Days ahead": the label says what it is for. */
const sentence = (text: string): string => {
  const [what = ''] = text.split(' — ');
  if (what === 'is missing') return 'Please fill this in';
  return what.replace(/^expected /, 'Enter ').replace(/^./, (first) => first.toUpperCase());
};

type Named = readonly [name: string, schema: JsonSchema, required: boolean, isOwn: boolean];

/** The core's first, then the plugin's own, then what is rarely needed. */
function namedSchemas(plugin: AnyPlugin): readonly Named[] {
  const core = listed(entrySchemaOf(plugin) as unknown as JsonSchema, false).filter(([name]) => !ELSEWHERE.has(name));
  const own = listed(plugin.config as unknown as JsonSchema, true);
  return [...core.filter(([name]) => FIRST.has(name)), ...own, ...core.filter(([name]) => !FIRST.has(name))];
}

function listed(schema: JsonSchema, isOwn: boolean): readonly Named[] {
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).map(([name, each]) => {
    const one = each as JsonSchema;
    return [name, one, required.has(name) && one['default'] === undefined, isOwn];
  });
}

/** undefined: no form can take it. */
function kindOf(name: string, schema: JsonSchema): FieldKind | undefined {
  if (schema['writeOnly'] === true) return schema['type'] === 'string' ? 'secret' : undefined;
  if (Array.isArray(schema['enum']) || name === 'server' || 'x-integration' in schema) return 'choice';
  if (schema['type'] === 'string') return 'text';
  // One that has no default may be left open, too.
  if (schema['type'] === 'boolean') return schema['default'] === undefined ? 'choice' : 'switch';
  if (schema['type'] === 'integer' || schema['type'] === 'number') return 'number';
  const items = isRecord(schema['items']) ? schema['items'] : {};
  return schema['type'] === 'array' && items['type'] === 'string' ? 'list' : undefined;
}

const YES_OR_NO: FormField['choices'] = [
  ['true', 'Yes'],
  ['false', 'No'],
];

function choicesOf(name: string, schema: JsonSchema, others: readonly string[]): FormField['choices'] {
  if (schema['type'] === 'boolean') return YES_OR_NO;
  const isOther = name === 'server' || 'x-integration' in schema;
  const values = isOther ? others : Array.isArray(schema['enum']) ? schema['enum'].map(String) : [];
  return values.map((value) => [value, value]);
}

/** A password within an address is not shown either. */
const MASK = '***';
const CREDENTIALS = /(:\/\/[^/@\s:]*):[^/@\s]+@/;

function shownValue(kind: FieldKind, raw: unknown, schema: JsonSchema): string {
  if (kind === 'secret') return '';
  if (kind === 'switch') return (raw ?? schema['default'] ?? false) === true ? 'on' : 'off';
  if (kind === 'list') return Array.isArray(raw) ? raw.join('\n') : '';
  if (raw === undefined || raw === null) return '';
  return String(raw).replace(CREDENTIALS, `$1:${MASK}@`);
}

const isFromOutside = (raw: unknown): boolean =>
  [raw].flat().some((each) => typeof each === 'string' && (each.includes('\u0024{') || each.startsWith('file:')));

function faultIn({ kind, value }: FormField, text: string): string | undefined {
  if (text.length > LONGEST) return `Enter at most ${LONGEST} characters`;
  if (kind !== 'list' && /\p{Cc}/u.test(text)) return 'Enter it in one line';
  // The file could be made to read any other file, and the environment; a secret is the text of a file of its own.
  if (
    kind !== 'switch' &&
    kind !== 'secret' &&
    text !== value &&
    isFromOutside(text.split('\n').map((line) => line.trim()))
  ) {
    return 'Values that begin with file: or contain \u0024{…} can only be set in the file itself';
  }
  if (CREDENTIALS.exec(text)?.[0].endsWith(`:${MASK}@`) === true && text !== value) {
    return 'Enter the password in the address again';
  }
  return undefined;
}

function meant(kind: FieldKind, text: string, schema: JsonSchema): unknown {
  if (kind === 'switch') return (text === 'on') === (schema['default'] ?? false) ? undefined : text === 'on';
  if (text === '') return undefined;
  if (kind === 'list')
    return text
      .split(/\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  if (schema['type'] === 'boolean') return text === 'true';
  if (kind === 'number') return Number.isNaN(Number(text)) ? text : Number(text);
  return text;
}

/** `calendarDays`: Calendar days. */
const labelOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/^./, (first) => first.toUpperCase());
