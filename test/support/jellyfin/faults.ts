/** Ways in which the fake server fails. */
import type { ServerResponse } from 'node:http';

/**
 * down: the connection breaks. unauthorized: 401. starting: 503 with a web page. html: 200 with a login page.
 * truncated: half of the answer. huge: over 20 MB. wrong-types: JSON of another shape. slow: the answer comes after `delayMs`.
 */
export type Fault = 'down' | 'unauthorized' | 'starting' | 'html' | 'truncated' | 'huge' | 'wrong-types' | 'slow';

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };
const HUGE_CHUNK = Buffer.from(`"${'x'.repeat(1_048_570)}",\n`);
const HUGE_CHUNKS = 24;

/** Answers in place of the server. `slow` is not answered here: it only waits. */
export function answerFault(fault: Exclude<Fault, 'slow'>, response: ServerResponse, body: () => string): void {
  switch (fault) {
    case 'down':
      response.destroy();
      break;
    case 'unauthorized':
      response.writeHead(401).end();
      break;
    case 'starting':
      response.writeHead(503, HTML).end('<!DOCTYPE html><html><body>The server is starting up</body></html>');
      break;
    case 'html':
      response.writeHead(200, HTML).end('<!DOCTYPE html><html><body><form>Sign in</form></body></html>');
      break;
    case 'truncated': {
      const whole = body();
      response.writeHead(200, JSON_TYPE).end(whole.slice(0, Math.floor(whole.length / 2)));
      break;
    }
    case 'wrong-types':
      response.writeHead(200, JSON_TYPE).end('{"Items":"many","Version":12,"TotalRecordCount":"some"}');
      break;
    case 'huge':
      writeHuge(response);
  }
}

function writeHuge(response: ServerResponse): void {
  response.writeHead(200, JSON_TYPE);
  response.write('[\n');
  let left = HUGE_CHUNKS;
  const more = () => {
    while (left-- > 0) if (!response.write(HUGE_CHUNK)) return void response.once('drain', more);
    response.end('""]');
  };
  more();
}
