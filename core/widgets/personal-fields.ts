/** Which fields of a schema are marked as personal. Pure, and worked out once for each schema. */
import { PERSONAL, type Personal } from '@sidelight/plugin-api';
import { isRecord } from '../ground/path.js';

const found = new WeakMap<object, ReadonlyMap<string, Personal>>();
const deep = new WeakMap<object, boolean>();
const NONE: ReadonlyMap<string, Personal> = new Map();

/** Of an object, field by field: texts and lists of texts. */
export function personalIn(schema: unknown): ReadonlyMap<string, Personal> {
  if (!isRecord(schema) || !isRecord(schema['properties'])) return NONE;
  const known = found.get(schema);
  if (known !== undefined) return known;
  const fields = Object.entries(schema['properties']).flatMap(([name, field]) => {
    const mark = markOf(field);
    return mark === undefined ? [] : [[name, mark] as const];
  });
  const made = fields.length === 0 ? NONE : new Map(fields);
  found.set(schema, made);
  return made;
}

/** Whether anything in it is, however deep. */
export function holdsPersonal(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const known = deep.get(schema);
  if (known !== undefined) return known;
  const properties = isRecord(schema['properties']) ? Object.values(schema['properties']) : [];
  const holds = personalIn(schema).size > 0 || [...properties, ...partsOf(schema)].some(holdsPersonal);
  deep.set(schema, holds);
  return holds;
}

function markOf(field: unknown): Personal | undefined {
  if (!isRecord(field)) return undefined;
  const mark = PERSONAL.find((one) => one === field['x-personal']);
  return (
    mark ??
    partsOf(field)
      .map(markOf)
      .find((one) => one !== undefined)
  );
}

/** Members of a union, and what a list is made of. */
const partsOf = ({ anyOf, items }: Readonly<Record<string, unknown>>): readonly unknown[] => [
  ...(Array.isArray(anyOf) ? anyOf : []),
  ...(items === undefined ? [] : [items]),
];
