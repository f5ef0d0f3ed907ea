/** What the values of a payload are, for dashboards that draw numbers themselves. Pure. */
import { twinOf } from './tile.js';
import type { TObject, TSchema } from './typebox.js';

/**
 * `text`, a number without a unit, `bytes`, a moment in ISO 8601, a flag; a flag that says whether a connection stands, and one
 * that is false where there is a problem.
 */
export type ValueKind = 'text' | 'number' | 'bytes' | 'time' | 'flag' | 'connected' | 'fine';

/** The parts of a schema that matter here. */
interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
}

/** Always true where there is an answer at all, and what each value says of itself. */
const NO_VALUE = new Set(['service', 'unknown']);

/** Of each field that is one value. Texts that repeat a number for dashboards that cannot format it are left out. */
export function valueKinds({ properties }: TObject): ReadonlyMap<string, ValueKind> {
  const fields: ReadonlyMap<string, Shape> = new Map(Object.entries(properties));
  return new Map(
    [...fields].flatMap(([field, schema]) => {
      const kind = kindOf(field, schema, fields);
      return kind === null || NO_VALUE.has(field) || isReadyText(field, fields) ? [] : [[field, kind] as const];
    }),
  );
}

/** null: it is more than one value. */
function kindOf(field: string, schema: Shape, fields: ReadonlyMap<string, Shape>): ValueKind | null {
  const { type, format, enum: values } = present(schema);
  if (type === 'integer' || type === 'number') return field.endsWith('Bytes') ? 'bytes' : 'number';
  if (type === 'boolean') return flagKind(field, fields);
  if (type === 'string' && format === 'date-time') return 'time';
  const isText = type === 'string' || values?.every((value) => typeof value === 'string') === true;
  return isText ? 'text' : null;
}

/** Whether `<name>Ok` is about a connection is told by what its string twin may say. */
function flagKind(field: string, fields: ReadonlyMap<string, Shape>): ValueKind {
  if (!/Ok$|^ok$/.test(field)) return 'flag';
  const states = fields.get(field.replace(/Ok$|^ok$/, 'Status'))?.enum ?? [];
  return states.includes('online') ? 'connected' : 'fine';
}

/** Without null. */
function present(schema: Shape): Shape {
  const rest = schema.anyOf?.map((option): Shape => option).filter(({ type }) => type !== 'null');
  return rest?.length === 1 ? (rest[0] ?? schema) : schema;
}

/** What has come since, beside the number itself. */
function isChangeOf(field: string, fields: ReadonlyMap<string, Shape>): boolean {
  const number = field.endsWith('Change') ? field.replace(/Change$/, '') : '';
  return fields.has(number) || fields.has(`${number}Bytes`);
}

const isReadyText = (field: string, fields: ReadonlyMap<string, Shape>): boolean =>
  [...fields.keys()].some((number) => twinOf(number) === field) ||
  fields.has(`${field}Bytes`) ||
  isChangeOf(field, fields) ||
  (field.endsWith('Label') && fields.has(field.replace(/Label$/, 'At')));
