import type { Every } from '@sidelight/plugin-api';

const UNITS: Readonly<Record<string, string>> = { s: 's', m: 'min', h: 'h' };
const SIZES: readonly (readonly [ms: number, unit: string])[] = [
  [3_600_000, 'h'],
  [60_000, 'min'],
];

/**
 * "every 5 min", or "at 0 4 * * * (cron)".
 * @param everyMs the interval that holds now, where it is known
 */
export function everyText(every: Every | string, everyMs: number | null): string {
  if (everyMs !== null) return `every ${inUnits(everyMs)}`;
  if (typeof every === 'object') return `at ${every.cron} (cron)`;
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)([smh])$/.exec(every.trim()) ?? [];
  return amount === undefined ? `at ${every.trim()} (cron)` : `every ${amount} ${UNITS[unit]}`;
}

function inUnits(ms: number): string {
  const [size, unit] = SIZES.find(([one]) => ms >= one && ms % one === 0) ?? [1000, 's'];
  return `${ms / size} ${unit}`;
}
