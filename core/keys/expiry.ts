import { CodedError } from '../errors.js';

const DAY = 86_400_000;

/**
 * The end of a key's life as ISO time: `90d` from now on, or a date.
 * @throws usage
 */
export function expiryOf(text: string, now: Date): string {
  const days = /^(\d{1,5})d$/.exec(text.trim())?.[1];
  const at = days === undefined ? Date.parse(text) : now.getTime() + Number(days) * DAY;
  if (Number.isNaN(at)) throw new CodedError('usage', `"${text}" is no expiry: write 90d, or a date as 2027-12-31`);
  return new Date(at).toISOString();
}
