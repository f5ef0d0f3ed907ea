/** Ready texts for dashboards, and the calendar arithmetic behind "today". Pure; shared by all widgets. */

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Decimal SI, three significant digits: 18412345678901 → "18.4 TB". */
export function bytes(n: number): string {
  let value = n;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : Number(value.toPrecision(3))} ${UNITS[unit]}`;
}

/** Seconds as hours with one decimal: 5400 → 1.5. */
export const hours = (seconds: number): number => Math.round(seconds / 360) / 10;

/** Floored, so that 99.6 % is not complete; 0 when the whole is unknown. */
export const percent = (part: number, whole: number | undefined): number =>
  whole === undefined || whole <= 0 ? 0 : Math.max(0, Math.min(100, Math.floor((part / whole) * 100)));

const SPANS: readonly (readonly [seconds: number, unit: string])[] = [
  [86_400 * 365, 'y'],
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** Seconds as one number and unit: 7300 → "2 h". */
export function span(seconds: number): string {
  for (const [size, unit] of SPANS) if (seconds >= size) return `${Math.floor(seconds / size)} ${unit}`;
  return `${Math.max(0, Math.floor(seconds))} s`;
}

/** "2 h ago", "just now", or "never" where there is no time. */
export function ago(iso: string | null | undefined, now: Date): string {
  if (iso === null || iso === undefined) return 'never';
  const seconds = (now.getTime() - Date.parse(iso)) / 1000;
  return seconds < 60 ? 'just now' : `${span(seconds)} ago`;
}

/** A text that says nothing but how far a time is from now, as `ago` makes them: where a time can tick, it gives way. */
export const AGE = '^(just now|due|in \\d+ (s|min|h|d|y)|\\d+ (s|min|h|d|y) ago)$';

const days = new Map<string, Intl.DateTimeFormat>();

/** The calendar day in a zone: "2026-11-21". */
export function dayOf(time: string | Date, zone: string): string {
  let format = days.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
    days.set(zone, format);
  }
  return format.format(typeof time === 'string' ? new Date(time) : time);
}

/** Newest first by an ISO field; rows without it come last. */
export const newestFirst =
  <T>(at: (row: T) => string | null | undefined) =>
  (a: T, b: T): number => {
    const x = at(a) ?? '';
    const y = at(b) ?? '';
    return x < y ? 1 : x > y ? -1 : 0;
  };

/** `requestedBy`, `things-nudge` and `things.nudge` as "Requested by" and "Things nudge". */
export function words(name: string): string {
  const text = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
