/** What the database has to know of a port: it is kept there, so that rows can be read, pruned and moved without the port. */
import type { AnyPort, Keep } from '@sidelight/plugin-api';
import { CodedError } from '../ground/errors.js';
import { isRecord } from '../ground/path.js';

/** Flags are kept as 0 and 1. */
export type FieldKind = 'text' | 'integer' | 'real' | 'flag';

/** An indexed field. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** Items may lack it. */
  readonly optional: boolean;
}

export interface Shape {
  readonly id: string;
  readonly keep: Keep;
  /** A log's rows are pruned when they are older. */
  readonly days: number | null;
  /** Its items have a time. */
  readonly timed: boolean;
  readonly fields: readonly Field[];
  /** Fields that every item has. */
  readonly required: readonly string[];
  /** The item's schema without its prose and marks, as JSON: equal texts hold equal items. */
  readonly item: string;
}

export function shapeOf(port: AnyPort): Shape {
  const properties = port.item['properties'] as Readonly<Record<string, Described>>;
  const required = [...((port.item['required'] as readonly string[] | undefined) ?? [])].sort();
  return {
    id: port.id,
    keep: port.keep,
    days: port.days ?? null,
    timed: port.at !== undefined,
    fields: (port.index ?? []).map((name: string) => ({
      name,
      kind: kindOf(properties[name]),
      optional: !required.includes(name),
    })),
    required,
    item: JSON.stringify(port.item, plain),
  };
}

const KINDS: Readonly<Record<string, FieldKind>> = { integer: 'integer', number: 'real', boolean: 'flag' };

/** As much of a field's schema as matters here. */
interface Described {
  readonly type?: unknown;
}

const kindOf = (schema: Described | undefined): FieldKind => KINDS[String(schema?.type)] ?? 'text';

/** Prose does not change an item, nor does the mark of a reference, which is a text like any other, nor the order in which its fields are written down. */
function plain(name: string, value: unknown): unknown {
  if (typeof value === 'string' && (name === 'description' || name === 'title')) return undefined;
  if (name === 'x-ref') return undefined;
  if (name === 'required' && Array.isArray(value)) return [...value].sort();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The indexed field of that name. */
export function fieldOf(shape: Shape, name: string): Field {
  const field = shape.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new CodedError('internal', `${shape.id} has no index on ${name}`);
  return field;
}

/** What has to happen to the rows when a port comes back in another shape. */
export type ShapeChange = 'same' | 'noted' | 'reindexed' | 'emptied';

/** The tasks behind a port whose items hold more than they did begin anew: rows that are there get what is new with the next run. */
export const restartsTasks = (old: Shape, next: Shape): boolean => old.item !== next.item;

type Schema = Readonly<Record<string, unknown>>;

/** A port's item schema without its prose. */
export const itemSchemaOf = (port: AnyPort): Schema => JSON.parse(JSON.stringify(port.item, plain)) as Schema;

/**
 * Why items of the one schema may be no items of the other, as the end of a sentence about the other; undefined: all are. They are when no
 * field went or changed, none that some lack is demanded, and lists of values only grew.
 */
export const misfit = (old: Schema, next: Schema): string | undefined => otherwise(old, next) ?? demanded(old, next);

/** The same for whoever only reads items of the other schema: it may know fewer fields than there are. */
export function otherwise(old: Schema, next: Schema): string | undefined {
  const [before, after] = [propertiesOf(old), propertiesOf(next)];
  for (const [name, schema] of Object.entries(before)) {
    const other = after[name];
    if (other === undefined) return `has no field ${name}`;
    if (!widens(schema, other)) return `has another field ${name}`;
  }
  return restOf(old, FIELDS) === restOf(next, FIELDS) ? undefined : 'has another kind of items';
}

/** A field that items of the other schema must have and items of the one may lack. */
function demanded(old: Schema, next: Schema): string | undefined {
  const had = requiredOf(old);
  const name = requiredOf(next).find((field) => !had.includes(field));
  return name === undefined ? undefined : `demands a field ${name}`;
}

const FIELDS: ReadonlySet<string> = new Set(['properties', 'required']);
const MEMBERS: ReadonlySet<string> = new Set(['enum', 'items']);

const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  (schema['properties'] as Readonly<Record<string, Schema>> | undefined) ?? {};

const requiredOf = (schema: Schema): readonly string[] => (schema['required'] as readonly string[] | undefined) ?? [];

/** What a schema says beside these keywords; `x-…` are notes, which no value has to match. */
const restOf = (schema: Schema, without: ReadonlySet<string>): string =>
  JSON.stringify(Object.entries(schema).filter(([name]) => !without.has(name) && !name.startsWith('x-')));

/** Whether every value of the one schema is a value of the other. */
function widens(old: Schema, next: Schema): boolean {
  if (old['properties'] !== undefined && next['properties'] !== undefined) return misfit(old, next) === undefined;
  if (restOf(old, MEMBERS) !== restOf(next, MEMBERS)) return false;
  return listsMore(old['enum'], next['enum']) && holdsMore(old['items'], next['items']);
}

const listsMore = (old: unknown, next: unknown): boolean =>
  Array.isArray(old) && Array.isArray(next) ? old.every((value) => next.includes(value)) : isSame(old, next);

const holdsMore = (old: unknown, next: unknown): boolean =>
  isRecord(old) && isRecord(next) ? widens(old, next) : isSame(old, next);

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether the old rows are items of the port as it is now. */
const fitsStill = (old: Shape, next: Shape): boolean =>
  misfit(JSON.parse(old.item) as Schema, JSON.parse(next.item) as Schema) === undefined;

/** @throws port_changed for what would cost a log its rows */
export function compareShapes(old: Shape, next: Shape): ShapeChange {
  if (JSON.stringify(old) === JSON.stringify(next)) return 'same';
  if (old.keep !== next.keep)
    throw new CodedError('port_changed', `${next.id} was a ${old.keep}, now it is a ${next.keep}`);
  if (next.keep === 'log') {
    const added = next.required.filter((name) => !old.required.includes(name));
    if (added.length > 0) {
      throw new CodedError('port_changed', `${next.id} now demands ${added.join(', ')}, which its old rows may lack`);
    }
  } else if (old.timed !== next.timed || !fitsStill(old, next)) {
    return 'emptied';
  }
  return JSON.stringify(old.fields) === JSON.stringify(next.fields) ? 'noted' : 'reindexed';
}
