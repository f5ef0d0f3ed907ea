/** What Home Assistant takes as a package with one request of its integration rest, and as a dashboard. */
import { type Static, Type } from '@sidelight/plugin-api';
import { parse } from 'yaml';
import { type Faults, repeated, shapeFaults, strict, textOf, textsIn } from './rule.js';

const template = Type.String({ pattern: '^(\\{%[^%]+%\\})?\\{\\{ .+ \\}\\}$' });
const icon = Type.String({ pattern: '^mdi:[a-z0-9-]+$' });
const uniqueId = Type.String({ pattern: '^sidelight\\w*$' });
const request = strict({
  resource: Type.String({ pattern: '^https?://[^\\s{}]+$' }),
  headers: strict({ 'x-api-token': Type.String({ pattern: '^!secret [a-z_]+$' }) }),
  scan_interval: Type.Integer({ minimum: 1 }),
  // Each would wait for Sidelight by itself, longer and longer.
  sensor: Type.Array(
    strict({
      ...{ name: textOf(1), unique_id: uniqueId, icon },
      availability: template,
      value_template: template,
      json_attributes: Type.Array(textOf(1), { minItems: 1 }),
    }),
    { minItems: 1, maxItems: 1 },
  ),
});
const entity = { name: textOf(1), unique_id: uniqueId, availability: template, state: template };
const sensor = strict({
  ...entity,
  icon,
  device_class: Type.Optional(Type.Enum(['timestamp', 'data_size', 'data_rate', 'duration'])),
  unit_of_measurement: Type.Optional(Type.Enum(['TB', 'MB/s', 'Mbit/s', 'h', '%'])),
  state_class: Type.Optional(Type.Enum(['measurement'])),
  attributes: Type.Optional(Type.Record(Type.String(), template)),
});
const binarySensor = strict({ ...entity, device_class: Type.Optional(Type.Enum(['connectivity', 'problem'])) });
const file = strict({
  rest: Type.Array(request, { minItems: 1, maxItems: 1 }),
  template: Type.Array(
    strict({ sensor: Type.Array(sensor), binary_sensor: Type.Optional(Type.Array(binarySensor, { minItems: 1 })) }),
    { minItems: 1, maxItems: 1 },
  ),
  recorder: strict({ exclude: strict({ entities: Type.Array(Type.String(), { minItems: 1, maxItems: 1 }) }) }),
});

export type HomeAssistantFile = Static<typeof file>;
export type HomeAssistantSensor = Static<typeof sensor>;

/** Secrets as `!secret <name>`. @throws when the text is no YAML */
export const packageIn = (text: string): HomeAssistantFile => read(text) as HomeAssistantFile;

const secret = { tag: '!secret', resolve: (name: string): string => `!secret ${name}` };
const read = (text: string): unknown => parse(text, { customTags: [secret] });

/** As Home Assistant makes an entity id of a name. */
const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');

/** Of all that a package makes. */
export function entityIdsIn(text: string): readonly string[] {
  const { rest, template: made } = packageIn(text);
  return [
    ...[...rest, ...made].flatMap((one) => one.sensor.map(({ name }) => `sensor.${slug(name)}`)),
    ...made.flatMap((one) => (one.binary_sensor ?? []).map(({ name }) => `binary_sensor.${slug(name)}`)),
  ];
}

export function homeAssistantFaults(text: string): Faults {
  const wrong = shapeFaults(file, read(text));
  if (wrong.length > 0) return wrong;
  const { rest, template: made, recorder } = packageIn(text);
  const sensors = made.flatMap((one) => one.sensor);
  const all = [...rest.flatMap((one) => one.sensor), ...sensors, ...made.flatMap((one) => one.binary_sensor ?? [])];
  const [kept = ''] = entityIdsIn(text);
  return [
    ...repeated(all.map((one) => one.unique_id)).map((id) => `two sensors have the id ${id}`),
    ...repeated(entityIdsIn(text)).map((id) => `two are called ${id}`),
    ...sensors.flatMap(classFaults),
    ...(recorder.exclude.entities[0] === kept ? [] : [`${kept} is recorded, and its attribute is too long`]),
    ...all.flatMap(({ name, availability }) =>
      availability.includes('value_json') || availability.includes(`has_value('${kept}')`)
        ? []
        : [`${name} is there without an answer`],
    ),
    ...textsIn([sensors, made])
      .flatMap((one) => one.match(/(?<=state_attr\(')[^']+/g) ?? [])
      .filter((id) => id !== kept)
      .map((id) => `${id} is no answer`),
  ];
}

/** What Home Assistant refuses, or cannot convert. */
function classFaults({ name, device_class, unit_of_measurement, state_class }: HomeAssistantSensor): Faults {
  const isTime = device_class === 'timestamp';
  const isMeasured = device_class !== undefined && !isTime;
  return [
    ...(isTime && (unit_of_measurement ?? state_class) !== undefined
      ? [`${name}: a time has no unit and no class`]
      : []),
    ...(isMeasured && unit_of_measurement === undefined ? [`${name}: its class has no unit`] : []),
    ...(unit_of_measurement !== undefined && state_class === undefined ? [`${name}: is not measured`] : []),
  ];
}

const named = { entity: Type.Optional(Type.String()) };
const card = Type.Union([
  strict({ type: Type.Literal('heading'), heading: textOf(1), icon }),
  strict({
    ...{ type: Type.Literal('tile'), ...named, name: textOf(1), color: Type.Optional(textOf(1)) },
    features: Type.Optional(
      Type.Array(strict({ type: Type.Literal('trend-graph'), hours_to_show: Type.Integer({ minimum: 1 }) })),
    ),
  }),
  strict({
    ...{ type: Type.Literal('markdown'), content: textOf(1) },
    visibility: Type.Optional(
      Type.Array(strict({ condition: Type.Literal('state'), ...named, state_not: textOf(1) }), { minItems: 1 }),
    ),
    grid_options: Type.Optional(strict({ columns: Type.Literal('full') })),
  }),
  strict({
    ...{ type: Type.Literal('statistics-graph'), chart_type: Type.Enum(['line', 'bar']) },
    ...{ period: Type.Enum(['hour', 'day', 'week', 'month']), days_to_show: Type.Integer({ minimum: 1 }) },
    stat_types: Type.Array(Type.Enum(['mean', 'min', 'max', 'sum', 'state', 'change']), { minItems: 1 }),
    entities: Type.Array(strict({ entity: Type.String(), name: textOf(1) }), { minItems: 1 }),
  }),
]);
const board = strict({
  title: textOf(1),
  views: Type.Array(
    strict({
      ...{ title: textOf(1), type: Type.Literal('sections'), max_columns: Type.Integer({ minimum: 1 }) },
      sections: Type.Array(strict({ type: Type.Literal('grid'), cards: Type.Array(card, { minItems: 1 }) })),
    }),
    { minItems: 1 },
  ),
});

/** @param entityIds what the package beside it makes */
export function dashboardFaults(text: string, entityIds: readonly string[]): Faults {
  const wrong = shapeFaults(board, read(text));
  if (wrong.length > 0) return wrong;
  const used = textsIn(read(text)).flatMap((one) => one.match(/(?:^|(?<='))(?:binary_)?sensor\.\w+(?=$|')/g) ?? []);
  return [
    ...used.filter((id) => !entityIds.includes(id)).map((id) => `${id} is made by nothing`),
    // The card strips them.
    ...textsIn(read(text)).flatMap((one) => one.match(/<(?:progress|div|style|script)\b/g) ?? []),
  ];
}
