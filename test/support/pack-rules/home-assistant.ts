/** What Home Assistant takes as a package with one request of its integration rest. */
import { type Static, Type } from '@sidelight/plugin-api';
import { parse } from 'yaml';
import { type Faults, repeated, shapeFaults, strict, textOf } from './rule.js';

const template = Type.String({ pattern: '^\\{\\{ [^{}]+ \\}\\}$' });
const entity = {
  name: textOf(1),
  unique_id: Type.String({ pattern: '^sidelight_\\w+$' }),
  availability: template,
  value_template: template,
};
const sensor = strict({
  ...entity,
  device_class: Type.Optional(Type.Enum(['timestamp', 'data_size'])),
  unit_of_measurement: Type.Optional(Type.Enum(['B'])),
  state_class: Type.Optional(Type.Enum(['measurement'])),
  icon: Type.Optional(Type.String({ pattern: '^mdi:[a-z0-9-]+$' })),
  json_attributes: Type.Optional(Type.Array(textOf(1), { minItems: 1 })),
});
const binarySensor = strict({ ...entity, device_class: Type.Optional(Type.Enum(['connectivity', 'problem'])) });
const request = strict({
  resource: Type.String({ pattern: '^https?://[^\\s{}]+$' }),
  headers: strict({ 'x-api-token': Type.String({ pattern: '^!secret [a-z_]+$' }) }),
  scan_interval: Type.Integer({ minimum: 1 }),
  sensor: Type.Array(sensor, { minItems: 1 }),
  binary_sensor: Type.Optional(Type.Array(binarySensor, { minItems: 1 })),
});
const file = strict({ rest: Type.Array(request, { minItems: 1 }) });

export type HomeAssistantRequest = Static<typeof request>;
export type HomeAssistantSensor = Static<typeof sensor>;

/** Secrets as `!secret <name>`. @throws when the text is no YAML */
export const requestsOf = (text: string): readonly HomeAssistantRequest[] => (read(text) as Static<typeof file>).rest;

const secret = { tag: '!secret', resolve: (name: string): string => `!secret ${name}` };
const read = (text: string): unknown => parse(text, { customTags: [secret] });

export function homeAssistantFaults(text: string): Faults {
  const wrong = shapeFaults(file, read(text));
  if (wrong.length > 0) return wrong;
  const requests = requestsOf(text);
  const sensors = requests.flatMap((one) => one.sensor);
  const binary = requests.flatMap((one) => one.binary_sensor ?? []);
  return [
    ...repeated([...sensors, ...binary].map((one) => one.unique_id)).map((id) => `two sensors have the id ${id}`),
    ...[sensors, binary].flatMap((all) =>
      repeated(all.map(({ name }) => name)).map((name) => `two sensors are called ${name}`),
    ),
    ...sensors.flatMap(classFaults),
  ];
}

/** What Home Assistant refuses, or cannot convert. */
function classFaults({ name, device_class, unit_of_measurement, state_class }: HomeAssistantSensor): Faults {
  const isTime = device_class === 'timestamp';
  const isSize = device_class === 'data_size';
  return [
    ...(isTime && (unit_of_measurement ?? state_class) !== undefined
      ? [`${name}: a time has no unit and no class`]
      : []),
    ...(isSize && unit_of_measurement === undefined ? [`${name}: a size has no unit`] : []),
    ...(!isSize && unit_of_measurement !== undefined ? [`${name}: a unit of nothing`] : []),
  ];
}
