/** What the fields of a payload give to a dashboard: which value, and whether it can be drawn. */
export type Payload = Readonly<Record<string, unknown>>;

/** By a path of dots; undefined when it is missing. */
export const valueAt = (payload: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isObject ? (value as Payload)[name] : undefined;
  }, payload);

/** Why a value cannot be shown in a format; undefined when it can. */
export function drawFault(value: unknown, format = 'text'): string | undefined {
  if (value === undefined) return 'is missing';
  if (value === null) return 'is null';
  if (typeof value === 'boolean') return 'is a flag';
  if (typeof value === 'object') return 'is an object';
  return FITS[format]?.(value) === false ? `is ${JSON.stringify(value)}, which is no ${format}` : undefined;
}

const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));

const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  number: Number.isInteger,
  float: isNumber,
  percent: isNumber,
  duration: isNumber,
  bytes: Number.isInteger,
  bitrate: Number.isInteger,
  date: isTime,
  relativeDate: isTime,
};
