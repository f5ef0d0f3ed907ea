/** What Home Assistant makes of a payload's values. Pure. */
import { type TObject, type TSchema, twinOf, UNKNOWN } from '@sidelight/plugin-api';
import { isPlainName } from '../shared/stats.js';
import { words } from '../shared/words.js';

export interface Sensor {
  readonly platform: 'sensor' | 'binary_sensor';
  readonly entity: Entity;
}

interface Entity {
  readonly name: string;
  readonly unique_id: string;
  readonly [option: string]: string;
}

/** The parts of a schema that matter here. */
interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly TSchema[];
}

/** A sensor's options, but for those that every one has. `test` is Jinja's, and `value` what is shown of `it`. */
interface Kind {
  readonly platform: Sensor['platform'];
  readonly test: 'number' | 'string' | 'boolean';
  readonly value?: (it: string) => string;
  readonly options?: Readonly<Record<string, string>>;
}

/** Home Assistant refuses states of more than 255 characters. */
const TEXT: Kind = { platform: 'sensor', test: 'string', value: (it) => `(${it})[:255]` };
const TIME: Kind = { platform: 'sensor', test: 'string', options: { device_class: 'timestamp' } };
const NUMBER: Kind = { platform: 'sensor', test: 'number', options: { state_class: 'measurement' } };
const BYTES: Kind = {
  platform: 'sensor',
  test: 'number',
  options: { device_class: 'data_size', unit_of_measurement: 'B', state_class: 'measurement' },
};
const FLAG: Kind = { platform: 'binary_sensor', test: 'boolean' };
const CONNECTIVITY: Kind = { ...FLAG, options: { device_class: 'connectivity' } };
/** On means that there is one. */
const PROBLEM: Kind = { ...FLAG, value: (it) => `not ${it}`, options: { device_class: 'problem' } };

/** Always true where there is an answer at all, and what the availability of each sensor says. */
const NO_VALUE = new Set(['service', 'unknown']);

/** @param labels names for fields that have better ones than their own */
export function sensorsOf({ properties }: TObject, labels: ReadonlyMap<string, string>): readonly Sensor[] {
  const fields: ReadonlyMap<string, Shape> = new Map(Object.entries(properties));
  return [...fields].flatMap(([field, schema]): readonly Sensor[] => {
    const kind = kindOf(field, schema, fields);
    if (kind === null || NO_VALUE.has(field) || !isPlainName(field) || isReadyText(field, fields)) return [];
    const entity = entityOf(field, kind, labels.get(field) ?? ownLabel(field));
    return [
      { platform: kind.platform, entity: { ...entity, availability: availability(field, kind.test, properties) } },
    ];
  });
}

/** Where there is no such value, and while nobody knows it, a sensor is unavailable. @param test Jinja's */
export function availability(field: string, test: string, properties: TObject['properties']): string {
  const twin = twinOf(field);
  const isKnown = Object.hasOwn(properties, twin) ? ` and value_json.${twin} != '${UNKNOWN}'` : '';
  return `{{ value_json is defined and value_json.${field} is ${test}${isKnown} }}`;
}

function entityOf(field: string, { value = (it) => it, options = {} }: Kind, label: string): Entity {
  const it = `value_json.${field}`;
  return {
    name: `Sidelight ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    unique_id: `sidelight_${field}`,
    value_template: `{{ ${value(`${it} | default('')`)} }}`,
    ...options,
  };
}

/** null: no sensor can show it. */
function kindOf(field: string, schema: Shape, fields: ReadonlyMap<string, Shape>): Kind | null {
  const { type, format, enum: values } = present(schema);
  if (type === 'integer' || type === 'number') return field.endsWith('Bytes') ? BYTES : NUMBER;
  if (type === 'boolean') return flagKind(field, fields);
  if (type === 'string' && format === 'date-time') return TIME;
  const isText = type === 'string' || values?.every((value) => typeof value === 'string') === true;
  return isText ? TEXT : null;
}

/** Whether `<name>Ok` is about a connection is told by what its string twin may say. */
function flagKind(field: string, fields: ReadonlyMap<string, Shape>): Kind {
  if (!/Ok$|^ok$/.test(field)) return FLAG;
  const states = fields.get(field.replace(/Ok$|^ok$/, 'Status'))?.enum ?? [];
  return states.includes('online') ? CONNECTIVITY : PROBLEM;
}

/** Without null. */
function present(schema: Shape): Shape {
  const rest = schema.anyOf?.map((option): Shape => option).filter(({ type }) => type !== 'null');
  return rest?.length === 1 ? (rest[0] ?? schema) : schema;
}

/** What repeats a number, a size or a time for dashboards that cannot format them: this one can. */
const isReadyText = (field: string, fields: ReadonlyMap<string, Shape>): boolean =>
  [...fields.keys()].some((number) => twinOf(number) === field) ||
  fields.has(`${field}Bytes`) ||
  (field.endsWith('Label') && fields.has(field.replace(/Label$/, 'At')));

/** Without the part that its device class says. */
function ownLabel(field: string): string {
  const stem = field.replace(/(Ok|At|Bytes)$/, '');
  return words(stem === '' ? field : stem);
}
