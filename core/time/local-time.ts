/** Times as a program wrote them down without their zone. Pure. */
import { offsetAt } from '@sidelight/plugin-api';

export interface LocalTime {
  /** Epoch milliseconds. */
  readonly at: number;
  /** An hour that the clocks repeat or leave out: it may be another moment. */
  readonly isUncertain: boolean;
}

const FORM = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d\d:?\d\d)?$/;
const DAY_MS = 86_400_000;
/** Clocks change on one. */
const QUARTER_MS = 900_000;

/**
 * Reads `2026-11-10 20:50:31.4429118` as a clock in the zone shows it; a time that tells its own zone is taken at its word.
 * null: it is no time. What the system says of a zone takes long to ask: it is asked once for each quarter of an hour.
 */
export function readerOfLocalTimes(zone: string): (text: string) => LocalTime | null {
  const known = new Map<number, { readonly offset: number; readonly isUncertain: boolean }>();
  return (text) => {
    const parts = FORM.exec(text.trim());
    if (parts === null) return null;
    const [, year, month, day, hour, minute, second = '0', fraction = '0', own] = parts;
    const ms = Math.floor(Number(`0.${fraction}`) * 1000);
    const wall = Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
      ms,
    );
    if (Number.isNaN(wall)) return null;
    if (own !== undefined) return { at: wall - ownOffset(own), isUncertain: false };
    const quarter = Math.floor(wall / QUARTER_MS);
    const found = known.get(quarter) ?? offsetOn(zone, wall);
    known.set(quarter, found);
    return { at: wall - found.offset, isUncertain: found.isUncertain };
  };
}

function ownOffset(text: string): number {
  if (text === 'Z') return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))];
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** Of an hour that comes twice the first one is taken; one that was left out is read as if the clocks had not changed. */
function offsetOn(zone: string, wall: number): { offset: number; isUncertain: boolean } {
  const before = offsetAt(zone, new Date(wall - DAY_MS));
  const after = offsetAt(zone, new Date(wall + DAY_MS));
  const fitting = [...new Set([before, after])].filter((offset) => offsetAt(zone, new Date(wall - offset)) === offset);
  const [only] = fitting;
  return only !== undefined && fitting.length === 1
    ? { offset: only, isUncertain: false }
    : { offset: Math.max(before, ...fitting), isUncertain: true };
}

/** Whether the system knows it: `Europe/Berlin`. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    // That is how the system says so.
    return false;
  }
}
