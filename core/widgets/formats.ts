/** Values of payloads as texts for people. Pure. Whatever cannot be shown as it should is NOTHING, and never breaks. */
import { ago, bytes, type Format, span, UNKNOWN } from '@sidelight/plugin-api';

export const NOTHING = UNKNOWN;

/** @param value of any kind: plugins need no types */
export function formatted(value: unknown, format: Format, now: Date): string {
  if (!Object.hasOwn(FORMATS, format)) return plain(value);
  return FORMATS[format](value, now) ?? NOTHING;
}

/** Texts, numbers and flags as they are, and nothing else. */
export const plain = (value: unknown): string => asText(value) ?? NOTHING;

type Formatter = (value: unknown, now: Date) => string | undefined;

const finite = (show: (value: number) => string): Formatter => {
  return (value) => (typeof value === 'number' && Number.isFinite(value) ? show(value) : undefined);
};

const grouped = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 });

const FORMATS: Readonly<Record<Format, Formatter>> = {
  number: finite((value) => grouped.format(value)),
  bytes: finite(bytes),
  bitrate: finite((value) => bytes(value).replace(/B$/, 'bit/s')),
  percent: finite((value) => `${grouped.format(value)} %`),
  duration: finite(duration),
  date: (value, now) => (typeof value === 'string' ? distance(Date.parse(value), now) : undefined),
  text: asText,
  flag: (value) => (typeof value === 'boolean' ? yesOrNo(value) : undefined),
};

/** undefined: it is none of these. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (typeof value === 'boolean') return yesOrNo(value);
  return finite((number) => grouped.format(number))(value, new Date(0));
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

const UNITS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** Seconds in at most two units: 4320 → "1 h 12 min". */
function duration(seconds: number): string {
  const index = UNITS.findIndex(([size]) => seconds >= size);
  const [unit, next] = UNITS.slice(index < 0 ? UNITS.length : index);
  if (unit === undefined) return span(seconds);
  const rest = next === undefined ? 0 : Math.floor((seconds % unit[0]) / next[0]);
  const whole = `${Math.floor(seconds / unit[0])} ${unit[1]}`;
  return next === undefined || rest === 0 ? whole : `${whole} ${rest} ${next[1]}`;
}

/** @param time epoch milliseconds, NaN for what is no date */
function distance(time: number, now: Date): string | undefined {
  if (Number.isNaN(time)) return undefined;
  const seconds = (time - now.getTime()) / 1000;
  return seconds < 60 ? ago(new Date(time).toISOString(), now) : `in ${span(seconds)}`;
}
