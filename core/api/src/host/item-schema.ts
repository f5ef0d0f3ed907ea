/** The one comparison of what ports hold: by it a port is told from another of its id, and kept rows outlive a change. Pure. */
import type { AnyPort } from '../port.js';
import { isRecord } from './is-record.js';

export type ItemSchema = Readonly<Record<string, unknown>>;

/** Prose does not change an item, nor does the mark of a reference or of what is personal, which are texts like any other, nor the order in which its fields are written down. */
function plain(name: string, value: unknown): unknown {
  if (typeof value === 'string' && (name === 'description' || name === 'title')) return undefined;
  if (name === 'x-ref' || name === 'x-personal') return undefined;
  if (name === 'required' && Array.isArray(value)) return [...value].sort();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A port's item schema without its prose. */
export const itemSchemaOf = (port: AnyPort): ItemSchema => JSON.parse(JSON.stringify(port.item, plain)) as ItemSchema;

/**
 * Why items of the one schema may be no items of the other, as the end of a sentence about the other; undefined: all are. They are when no
 * field went or changed, none that some lack is demanded, and lists of values only grew.
 */
export const misfit = (old: ItemSchema, next: ItemSchema): string | undefined =>
  otherwise(old, next) ?? demanded(old, next);

/** The same for whoever only reads items of the other schema: it may know fewer fields than there are. */
export function otherwise(old: ItemSchema, next: ItemSchema): string | undefined {
  const [before, after] = [propertiesOf(old), propertiesOf(next)];
  for (const [name, schema] of Object.entries(before)) {
    const other = after[name];
    if (other === undefined) return `has no field ${name}`;
    if (!widens(schema, other)) return `has a different field ${name}`;
  }
  return restOf(old, FIELDS) === restOf(next, FIELDS) ? undefined : 'has a different kind of items';
}

/** A field that items of the other schema must have and items of the one may lack. */
function demanded(old: ItemSchema, next: ItemSchema): string | undefined {
  const had = requiredOf(old);
  const name = requiredOf(next).find((field) => !had.includes(field));
  return name === undefined ? undefined : `requires a field ${name}`;
}

const FIELDS: ReadonlySet<string> = new Set(['properties', 'required']);
const MEMBERS: ReadonlySet<string> = new Set(['enum', 'items']);

const propertiesOf = (schema: ItemSchema): Readonly<Record<string, ItemSchema>> =>
  (schema['properties'] as Readonly<Record<string, ItemSchema>> | undefined) ?? {};

const requiredOf = (schema: ItemSchema): readonly string[] =>
  (schema['required'] as readonly string[] | undefined) ?? [];

/** What a schema says beside these keywords; `x-…` are notes, which no value has to match. */
const restOf = (schema: ItemSchema, without: ReadonlySet<string>): string =>
  JSON.stringify(Object.entries(schema).filter(([name]) => !without.has(name) && !name.startsWith('x-')));

/** Whether every value of the one schema is a value of the other. */
function widens(old: ItemSchema, next: ItemSchema): boolean {
  if (old['properties'] !== undefined && next['properties'] !== undefined) return misfit(old, next) === undefined;
  if (restOf(old, MEMBERS) !== restOf(next, MEMBERS)) return false;
  return listsMore(old['enum'], next['enum']) && holdsMore(old['items'], next['items']);
}

const listsMore = (old: unknown, next: unknown): boolean =>
  Array.isArray(old) && Array.isArray(next) ? old.every((value) => next.includes(value)) : isSame(old, next);

const holdsMore = (old: unknown, next: unknown): boolean =>
  isRecord(old) && isRecord(next) ? widens(old, next) : isSame(old, next);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
