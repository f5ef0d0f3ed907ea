/** Values that are numbers in one answer and texts in another. */

export type Loose = number | string | null | undefined;

/** undefined: there is none. */
export function numberOf(value: Loose): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Of a rating key, which is '' where there is none. */
export const idOf = (value: Loose): string | undefined =>
  value === null || value === undefined || value === '' ? undefined : String(value);

export const isOn = (value: Loose): boolean => numberOf(value) === 1;

/** Of epoch seconds, as ISO; 0 stands for never. */
export function timeOf(value: Loose): string | undefined {
  const seconds = numberOf(value);
  return seconds === undefined || seconds <= 0 ? undefined : new Date(seconds * 1000).toISOString();
}

/** Plex calls an account without a name by its mail address: what stands before the @ is enough. */
export function nameOf(...names: readonly (string | null | undefined)[]): string | undefined {
  const name = names.find(Boolean) ?? undefined;
  return name?.replace(/^(\S+)@\S+\.\S+$/, '$1');
}
