/** Ways in which a fake upstream fails. All but `refused`, which needs no answer, are answered here. */
import type { ServerResponse } from 'node:http';

/**
 * refused: nothing listens. reset: the connection breaks. slow: the true answer after an hour. unauthorized: 401. forbidden: 403.
 * failing: 500. html: 200 with a login page. truncated: half of the true answer. huge: 50 MB. wrong-types: the true answer
 * with every value of another type. redirect: 302 to a login page.
 */
export const FAULTS = [
  'refused',
  'reset',
  'slow',
  'unauthorized',
  'forbidden',
  'failing',
  'html',
  'truncated',
  'huge',
  'wrong-types',
  'redirect',
] as const;
export type Fault = (typeof FAULTS)[number];

export const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };
const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const LOGIN_PAGE = '<!DOCTYPE html><html><body><form action="/login">Sign in to continue</form></body></html>';
const ROW = `{"id":1,"title":"${'x'.repeat(80)}"},`;
/** About 1 MB of what a list of titles might be. */
const CHUNK = Buffer.from(ROW.repeat(10_000));
const CHUNKS = 50;

/**
 * @param truth what the server would have answered: JSON, or a text
 * @param location where `redirect` sends to
 */
export function answerFault(
  fault: Exclude<Fault, 'refused' | 'slow'>,
  response: ServerResponse,
  truth: () => unknown,
  location: string,
): void {
  switch (fault) {
    case 'reset':
      response.socket?.resetAndDestroy();
      break;
    case 'unauthorized':
      response.writeHead(401).end();
      break;
    case 'forbidden':
      response.writeHead(403, JSON_TYPE).end('{"message":"You do not have permission to access this endpoint"}');
      break;
    case 'failing':
      response.writeHead(500, JSON_TYPE).end('{"message":"database is locked"}');
      break;
    case 'html':
      response.writeHead(200, HTML).end(LOGIN_PAGE);
      break;
    case 'truncated': {
      const whole = JSON.stringify(truth());
      response.writeHead(200, JSON_TYPE).end(whole.slice(0, Math.floor(whole.length / 2)));
      break;
    }
    case 'wrong-types':
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(twisted(truth())));
      break;
    case 'redirect':
      response.writeHead(302, { Location: location }).end();
      break;
    case 'huge':
      writeHuge(response);
  }
}

function writeHuge(response: ServerResponse): void {
  response.writeHead(200, JSON_TYPE);
  response.write('[');
  let left = CHUNKS;
  const more = (): void => {
    while (left-- > 0) if (!response.write(CHUNK)) return void response.once('drain', more);
    response.end('{}]');
  };
  more();
}

/** The same shape, but each value of another type. */
function twisted(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? {} : value.map(twisted);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, twisted(inner)]));
  }
  return typeof value === 'string' ? 7 : String(value);
}
