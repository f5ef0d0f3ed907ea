/** Holds a payload against the words of the route table. */
import type { Fields, FieldType } from '../contract/routes/form.js';

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const SIGNED = /^\/images\/[\w-]+\/[^/?]+\?until=\d+&sign=[\w-]{27}$/;

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  int: (value) => Number.isInteger(value),
  num: (value) => typeof value === 'number' && Number.isFinite(value),
  text: (value) => typeof value === 'string',
  words: (value) => Array.isArray(value) && value.every((word) => typeof word === 'string'),
  flag: (value) => typeof value === 'boolean',
  picture: (value) => value === '' || (typeof value === 'string' && SIGNED.test(value)),
  time: (value) => typeof value === 'string' && ISO.test(value),
};

/** Where the payload differs from the table: "items/0/progress: not an int". Fields beyond the table are fine. */
export function departures(payload: unknown, fields: Fields, path = ''): readonly string[] {
  if (typeof payload !== 'object' || payload === null) return [`${path || '/'}: not an object`];
  return Object.entries(fields).flatMap(([name, type]) =>
    departure((payload as Record<string, unknown>)[name], type, path === '' ? name : `${path}/${name}`),
  );
}

function departure(value: unknown, type: FieldType, path: string): readonly string[] {
  if (typeof type === 'string')
    return isScalar(value, type) ? [] : [`${path}: ${JSON.stringify(value)} is not ${type}`];
  if (isList(type)) {
    if (!Array.isArray(value)) return [`${path}: not a list`];
    return value.flatMap((element: unknown, index) =>
      departures(element, { ...type[0], label: 'text' }, `${path}/${index}`),
    );
  }
  const nullable = type['?'];
  if (nullable !== undefined) return value === null ? [] : departures(value, nullable as Fields, path);
  return departures(value, type, path);
}

const isList = (type: Exclude<FieldType, string>): type is readonly [Fields] => Array.isArray(type);

function isScalar(value: unknown, type: string): boolean {
  if (type.endsWith('[]')) return Array.isArray(value) && value.every((one) => isScalar(one, type.slice(0, -2)));
  if (type.endsWith('?')) return value === null || isScalar(value, type.slice(0, -1));
  const check = SCALARS[type];
  return check === undefined ? type.split('|').includes(String(value)) : check(value);
}

/** What every payload carries. */
export const common: Fields = {
  service: 'flag',
  updatedAt: 'time',
  sourceState: 'ok|stale|down|disconnected',
  freshness: 'text',
};
