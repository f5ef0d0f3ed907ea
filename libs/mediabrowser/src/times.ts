/** How these servers write times. */

const TICKS_PER_SECOND = 10_000_000;

/** Ticks of 100 ns as whole seconds. */
export const seconds = (ticks: number): number => Math.max(0, Math.floor(ticks / TICKS_PER_SECOND));

/** Seven fraction digits as ISO with milliseconds; the year 1 stands for "never". */
export function isoTime(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined || text.startsWith('0001-')) return undefined;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
  const time = Date.parse(zoned);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
