/** Names and titles as they may be shown: without the invisible characters that turn the direction of the text around them. */
import { isRecord } from './is-record.js';

/** By these, one line can pass for another one: of a log, of a list, of the name of a file. */
const TURNING = /\p{Bidi_Control}/u;
const EACH_TURNING = /\p{Bidi_Control}/gu;
/** What a row is found by goes back to its upstream, which knows it with every character. */
const IS_ID = /(?:^id|Ids?|Keys?)$/;

/** The same value, or a copy whose texts turn nothing; ids stay as they are. */
export function readable<T>(value: T, field = ''): T {
  return made(value, field) as T;
}

function made(value: unknown, field: string): unknown {
  if (typeof value === 'string')
    return TURNING.test(value) && !IS_ID.test(field) ? value.replace(EACH_TURNING, '') : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => made(one, field));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, made(one, name)]));
}
