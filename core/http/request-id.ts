import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SANE = /^[\w.-]{8,64}$/;
/** Tells the ids of two runs apart. */
const run = randomBytes(4).toString('hex');
let count = 0;

/** The id under which a request is logged: a proxy's own when it sent a usable one. */
export function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  if (typeof given === 'string' && SANE.test(given)) return given;
  count += 1;
  return `${run}-${count.toString(36).padStart(4, '0')}`;
}
