/** Plex' loose values as what they mean: undefined where nothing is told. */
import type { Loose } from './upstream.js';

export const textOf = (value: Loose): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : String(value);

/** A whole number that is not below 0: Plex says -1 where it does not know. */
export function countOf(value: Loose): number | undefined {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return undefined;
  const number = Math.round(Number(value));
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

export const flagOf = (value: Loose): boolean | undefined =>
  value === null || value === undefined || value === '' ? undefined : [true, 1, '1', 'true'].includes(value);

/** Durations and places are told in milliseconds. */
export function secondsOf(value: Loose): number | undefined {
  const ms = countOf(value);
  return ms === undefined ? undefined : Math.floor(ms / 1000);
}

/** Times are told in seconds since 1970; 0 stands for none. */
export function isoTime(value: Loose): string | undefined {
  const seconds = countOf(value) ?? 0;
  return seconds === 0 || seconds > 8e9 ? undefined : new Date(seconds * 1000).toISOString();
}

/** As Plex is asked for a time. */
export const epochOf = (iso: string): number => Math.floor(Date.parse(iso) / 1000);
