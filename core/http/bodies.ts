/** What is demanded of the bodies of requests before anybody reads them. */
import type { RequestHandler } from 'express';
import { CodedError } from '../ground/errors.js';
import type { Clock } from '../time/clock.js';
import { Refusal } from './refusal.js';

/** Nothing that is sent to Sidelight nests deeper; what does breaks those who walk through it. */
const DEEPEST = 32;
/** Small bodies come within a second. */
const LONGEST_MS = 15_000;

const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, QUOTE, BACKSLASH] = Buffer.from('[]{}"\\');

/**
 * Looks at the bytes of JSON, of which nothing was read yet.
 * @throws bad_request
 */
export function demandShallow(bytes: Buffer): void {
  let [depth, isText] = [0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isText && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (!isText && (byte === OPEN_LIST || byte === OPEN_OBJECT)) depth += 1;
    else if (!isText && (byte === CLOSE_LIST || byte === CLOSE_OBJECT)) depth -= 1;
    if (depth > DEEPEST) throw new CodedError('bad_request', `The body is nested deeper than ${DEEPEST} levels`);
  }
}

/** Refuses a body that has not come whole after a while: somebody may send it on and on. */
export const inTime =
  (clock: Pick<Clock, 'after'>): RequestHandler =>
  (req, _res, next) => {
    const cancel = clock.after(LONGEST_MS, () =>
      next(
        new Refusal('body_late', `The whole body did not arrive within ${LONGEST_MS / 1000} s`, {
          Connection: 'close',
        }),
      ),
    );
    for (const event of ['end', 'close']) req.once(event, cancel);
    next();
  };

/** Whether a text is somewhere in a value that PostgreSQL cannot store, and nobody can mean: with the character NUL. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, inner]) => name.includes('\0') || holdsNul(inner));
}
