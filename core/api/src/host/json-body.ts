/** A body as what it says: large ones are read aside. What is too much becomes one of the contract's errors. */
import { noteChecked } from '../checked.js';
import { fail, type IntegrationError } from '../errors.js';
import type { TSchema } from '../schema.js';
import { type Call, nameOf, RAISE } from './http-errors.js';
import { type Read, readAside } from './json-aside.js';
import { type Limit, type Limits, limitsOf, scanJson } from './json-scan.js';

/** What is read at once: some milliseconds. */
const SMALL_BYTES = 1_000_000;

/** A JSON value, or the text where it is none. */
export async function jsonOf(bytes: Buffer, call: Call, schema: TSchema | undefined): Promise<unknown> {
  const limits = limitsOf(call.maxBytes);
  if (!/^[\s\uFEFF]*[[{]/.test(bytes.toString('utf8', 0, 1000))) return readAtOnce(bytes);
  if (bytes.length <= SMALL_BYTES) {
    const scan = scanJson(bytes, limits);
    if ('exceeds' in scan) throw tooMuch(scan.exceeds, limits, call);
    return readAtOnce(bytes);
  }
  const read = await readAside(bytes, limits, schema);
  if (read.kind !== 'value') throw errorOf(read, limits, call);
  if (schema !== undefined) noteChecked(read.value, schema);
  return read.value;
}

function readAtOnce(bytes: Buffer): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    // A page instead of data: what the plugin's schema says of it is the better error.
    return text;
  }
}

function errorOf(read: Exclude<Read, { kind: 'value' }>, limits: Limits, call: Call): IntegrationError {
  const name = nameOf(call);
  switch (read.kind) {
    case 'exceeds':
      return tooMuch(read.limit, limits, call);
    case 'mismatch':
      return fail('bad_response', `${name} answered something unexpected at ${read.wrong}`);
    case 'broken':
      return fail('bad_response', `${name} answered with invalid JSON`);
    case 'too_much':
      return fail('bad_response', `${name} answered with a response that takes too much memory to read`);
  }
}

function tooMuch(limit: Limit, { depth, values, pieceValues, pieceBytes }: Limits, call: Call): IntegrationError {
  const name = nameOf(call);
  const none = 'check that the url leads to the program itself';
  switch (limit) {
    case 'depth':
      return fail('bad_response', `${name} answered with more than ${depth} nested levels`, { advice: none });
    case 'values':
      return fail('bad_response', `${name} answered with more than ${values} values`, { advice: RAISE });
    case 'piece': {
      const most = `${pieceValues} values or ${pieceBytes / 1_000_000} MB`;
      return fail('bad_response', `${name} answered with more than ${most} in one row, or outside its lists`, {
        advice: none,
      });
    }
  }
}
