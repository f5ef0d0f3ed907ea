/** What Home Assistant makes of a payload's values. Pure. */
import { type TObject, twinOf, UNKNOWN, type ValueKind, valueKinds, words } from '@sidelight/plugin-api';
import { isPlainName } from '../shared/stats.js';

export interface Sensor {
  readonly platform: 'sensor' | 'binary_sensor';
  readonly entity: Entity;
}

interface Entity {
  readonly name: string;
  readonly unique_id: string;
  readonly [option: string]: string;
}

/** A sensor's options, but for those that every one has. `test` is Jinja's, and `value` what is shown of `it`. */
interface Look {
  readonly platform: Sensor['platform'];
  readonly test: 'number' | 'string' | 'boolean';
  readonly value?: (it: string) => string;
  readonly options?: Readonly<Record<string, string>>;
}

const LOOKS: Readonly<Record<ValueKind, Look>> = {
  // Home Assistant refuses states of more than 255 characters.
  text: { platform: 'sensor', test: 'string', value: (it) => `(${it})[:255]` },
  time: { platform: 'sensor', test: 'string', options: { device_class: 'timestamp' } },
  number: { platform: 'sensor', test: 'number', options: { state_class: 'measurement' } },
  bytes: {
    platform: 'sensor',
    test: 'number',
    options: { device_class: 'data_size', unit_of_measurement: 'B', state_class: 'measurement' },
  },
  flag: { platform: 'binary_sensor', test: 'boolean' },
  connected: { platform: 'binary_sensor', test: 'boolean', options: { device_class: 'connectivity' } },
  // On means that there is a problem.
  fine: {
    platform: 'binary_sensor',
    test: 'boolean',
    value: (it) => `not ${it}`,
    options: { device_class: 'problem' },
  },
};

/** @param labels names for fields that have better ones than their own */
export function sensorsOf(response: TObject, labels: ReadonlyMap<string, string>): readonly Sensor[] {
  const { properties } = response;
  return [...valueKinds(response)].flatMap(([field, kind]): readonly Sensor[] => {
    if (!isPlainName(field)) return [];
    const look = LOOKS[kind];
    const entity = entityOf(field, look, labels.get(field) ?? ownLabel(field));
    return [
      { platform: look.platform, entity: { ...entity, availability: availability(field, look.test, properties) } },
    ];
  });
}

/** Where there is no such value, and while nobody knows it, a sensor is unavailable. @param test Jinja's */
export function availability(field: string, test: string, properties: TObject['properties']): string {
  const twin = twinOf(field);
  const isKnown = Object.hasOwn(properties, twin) ? ` and value_json.${twin} != '${UNKNOWN}'` : '';
  return `{{ value_json is defined and value_json.${field} is ${test}${isKnown} }}`;
}

function entityOf(field: string, { value = (it) => it, options = {} }: Look, label: string): Entity {
  const it = `value_json.${field}`;
  return {
    name: `Sidelight ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
    unique_id: `sidelight_${field}`,
    value_template: `{{ ${value(`${it} | default('')`)} }}`,
    ...options,
  };
}

/** Without the part that its device class says. */
function ownLabel(field: string): string {
  const stem = field.replace(/(Ok|At|Bytes)$/, '');
  return words(stem === '' ? field : stem);
}
