/** What the database has to know of a port: it is kept there, so that rows can be read, pruned and moved without the port. */
import type { AnyPort, Keep } from '@sidelight/plugin-api';
import { type ItemSchema, itemSchemaOf, misfit } from '@sidelight/plugin-api/errors';
import { CodedError } from '../ground/errors.js';

/** Flags are kept as 0 and 1. */
export type FieldKind = 'text' | 'integer' | 'real' | 'flag';

/** An indexed field. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** Items may lack it. */
  readonly optional: boolean;
  /** It has one of a few values, each of which many rows share: its index goes on by time where items have one. */
  readonly few?: true;
}

export interface Shape {
  readonly id: string;
  readonly keep: Keep;
  /** A log's rows are pruned when they are older. */
  readonly days: number | null;
  /** Its items have a time. */
  readonly timed: boolean;
  readonly fields: readonly Field[];
  /** Reads go by time: no field has an index. */
  readonly byTime?: true;
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
      ...(port.at !== undefined && properties[name]?.enum !== undefined ? { few: true as const } : {}),
    })),
    ...(port.byTime === true ? { byTime: true as const } : {}),
    required,
    item: JSON.stringify(itemSchemaOf(port)),
  };
}

const KINDS: Readonly<Record<string, FieldKind>> = { integer: 'integer', number: 'real', boolean: 'flag' };

/** As much of a field's schema as matters here. */
interface Described {
  readonly type?: unknown;
  readonly enum?: unknown;
}

const kindOf = (schema: Described | undefined): FieldKind => KINDS[String(schema?.type)] ?? 'text';

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

/** Whether the old rows are items of the port as it is now. */
const fitsStill = (old: Shape, next: Shape): boolean =>
  misfit(JSON.parse(old.item) as ItemSchema, JSON.parse(next.item) as ItemSchema) === undefined;

const indexOf = ({ fields, byTime }: Shape): string => JSON.stringify([fields, byTime]);

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
  return indexOf(old) === indexOf(next) ? 'noted' : 'reindexed';
}
