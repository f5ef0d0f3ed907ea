/** What Home Assistant is told of a widget's values by MQTT discovery, and what they are told by. Pure. */
import {
  type Format,
  type Tile,
  type TObject,
  twinOf,
  UNKNOWN,
  type ValueKind,
  valueKinds,
  words,
} from '@sidelight/plugin-api';

export interface ShownWidget {
  readonly id: string;
  readonly response: TObject;
  readonly tile?: Tile<TObject>;
}

export interface Place {
  /** The first part of every topic of ours. */
  readonly topic: string;
  /** Where Home Assistant looks for devices. */
  readonly discovery: string;
  /** The device that all entities belong to. */
  readonly device: Readonly<Record<string, unknown>>;
}

export interface Entity {
  readonly field: string;
  /** Where its config is kept. An empty one removes the entity. */
  readonly topic: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** As many rows as an attribute can hold without being left out of what is recorded. */
export const MOST_ROWS = 8;

export const statusTopic = ({ topic }: Pick<Place, 'topic'>): string => `${topic}/status`;
export const stateTopic = ({ topic }: Pick<Place, 'topic'>, id: string): string => `${topic}/${id}`;
export const rowsTopic = ({ topic }: Pick<Place, 'topic'>, id: string): string => `${topic}/${id}/rows`;
/** Matches the config of each entity that this Sidelight may have made, in a run before too. */
export const configTopics = ({ topic, discovery }: Pick<Place, 'topic' | 'discovery'>): string =>
  `${discovery}/+/${topic}/+/config`;

/** How a value is drawn: the component, its options, and what the template makes of `it`. */
interface Look {
  readonly component: 'sensor' | 'binary_sensor';
  readonly options?: Readonly<Record<string, unknown>>;
  readonly value?: (it: string) => string;
}

const sensor = (options: Look['options'], value?: Look['value']): Look => ({
  component: 'sensor',
  options: { state_class: 'measurement', ...options },
  ...(value === undefined ? {} : { value }),
});
const flag = (device_class?: string, value = (it: string): string => it): Look => ({
  component: 'binary_sensor',
  options: device_class === undefined ? {} : { device_class },
  value: (it) => `'ON' if ${value(it)} else 'OFF'`,
});
const scaled =
  (by: number): NonNullable<Look['value']> =>
  (it) =>
    `(${it} / ${by}) | round(2)`;
/** Megabytes and megabits: people read no bytes. Home Assistant turns them into any other unit. */
const MEGA = 1_000_000;
const GIGA = 1_000_000_000;
const rate = (unit: string): Look =>
  sensor({ device_class: 'data_rate', unit_of_measurement: unit, suggested_display_precision: 1 }, scaled(MEGA));

const BY_KIND: Readonly<Record<ValueKind, Look>> = {
  // Home Assistant refuses states of more than 255 characters.
  text: { component: 'sensor', value: (it) => `${it}[:255]` },
  number: sensor({}),
  bytes: sensor({ device_class: 'data_size', unit_of_measurement: 'GB', suggested_display_precision: 1 }, scaled(GIGA)),
  time: { component: 'sensor', options: { device_class: 'timestamp' } },
  flag: flag(),
  connected: flag('connectivity'),
  fine: flag('problem', (it) => `not ${it}`),
};
const BY_FORMAT: Partial<Readonly<Record<Format, Look>>> = {
  bitrate: rate('Mbit/s'),
  percent: sensor({ unit_of_measurement: '%' }),
  duration: sensor({ device_class: 'duration', unit_of_measurement: 's' }),
};
const BYTE_RATE = rate('MB/s');

/** A field that is an entity, and the name that its tile gives it. */
interface Shown {
  readonly field: string;
  readonly label: string;
  readonly look: Look;
}

/**
 * A widget without a tile has none; of one with a tile the numbers of it, of the homepage all.
 * @param isAll every value of the response, whether or not the tile has it
 */
export function entitiesOf(widget: ShownWidget, place: Place, isAll = false): readonly Entity[] {
  const { id, tile } = widget;
  if (tile === undefined) return [];
  const first = tile.list === undefined ? undefined : shownOf(widget, false)[0]?.field;
  return shownOf(widget, isAll).map(({ field, label, look: { component, options = {}, value = (it) => it } }) => {
    const it = `value_json.${field}`;
    const name = isAll ? label : `${tile.title} ${label.toLowerCase()}`;
    const object = `${id.replaceAll('-', '_')}_${field}`;
    return {
      field,
      topic: `${place.discovery}/${component}/${place.topic}/${object}/config`,
      config: {
        name,
        unique_id: `${place.topic}_${object}`,
        default_entity_id: `${component}.${place.topic}_${object}`.toLowerCase(),
        icon: tile.icon.replace('-', ':'),
        state_topic: stateTopic(place, id),
        // "None" is what Home Assistant takes for "unknown".
        value_template: `{{ none if ${it} is none else (${value(it)}) }}`,
        ...options,
        availability_topic: statusTopic(place),
        ...(field === first ? { json_attributes_topic: rowsTopic(place, id) } : {}),
        device: place.device,
        origin: { name: 'Sidelight' },
      },
    };
  });
}

function shownOf({ response, tile }: ShownWidget, isAll: boolean): readonly Shown[] {
  const kinds = valueKinds(response);
  const stats = new Map((tile?.stats ?? []).map((stat) => [numberOf(stat.field, response), stat]));
  const fields = isAll ? [...kinds.keys()] : [...stats.keys()];
  return fields.flatMap((field): readonly Shown[] => {
    const kind = kinds.get(field);
    if (kind === undefined) return [];
    const stat = stats.get(field);
    const byFormat = stat === undefined ? undefined : BY_FORMAT[stat.format];
    const look = byFormat ?? (field.endsWith('Bps') ? BYTE_RATE : BY_KIND[kind]);
    return [{ field, label: stat?.label ?? ownLabel(field), look }];
  });
}

/** A ready text has the number that it is made of beside it. */
const numberOf = (field: string, { properties }: TObject): string =>
  ['Bytes', 'Bps'].map((unit) => field + unit).find((number) => number in properties) ?? field;

/** Without the part that its device class says. */
function ownLabel(field: string): string {
  const stem = field.replace(/(Ok|At|Bytes)$/, '');
  return words(stem === '' ? field : stem);
}

type Body = Readonly<Record<string, unknown>>;

/** The values of entities; null is what nobody knows, and what a text says that is empty. */
export const stateOf = (entities: readonly Entity[], body: Body): Body =>
  Object.fromEntries(
    entities.map(({ field }) => {
      const value = body[field] ?? null;
      return [field, body[twinOf(field)] === UNKNOWN || value === '' ? null : value];
    }),
  );

/** What the tile says of each row, under the names of its roles. null: it has no list. */
export function rowsOf({ tile }: ShownWidget, body: Body): Body | null {
  const list = tile?.list;
  if (list === undefined) return null;
  const items = body[list.items];
  const { name, details = [], progress, tone, at, href } = list;
  const roles = Object.entries({ name, label: 'label', progress, tone, at, href }).flatMap(([role, field]) =>
    field === undefined ? [] : [[role, field] as const],
  );
  const rowOf = (item: Body): Body => ({
    ...Object.fromEntries(roles.map(([role, field]) => [role, item[field] ?? null])),
    ...(details.length === 0 ? {} : { details: details.map((field) => item[field]).filter(isSaid) }),
  });
  return { items: (Array.isArray(items) ? items : []).slice(0, MOST_ROWS).map(rowOf) };
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined && value !== '';
