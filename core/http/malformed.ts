/** What comes in and is no request: node would refuse it in a shape of its own. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CodedError } from '../ground/errors.js';
import { newRequestId } from './exchange.js';
import { securityHeaders } from './headers.js';
import { failureBytes, failureOf } from './refusal.js';

const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';
const LARGE = 'HPE_HEADER_OVERFLOW';

/** Says what is wrong, and hangs up: nobody knows where the next request begins. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Socket): void {
  const failure = failureOf(codedOf(error));
  const requestId = newRequestId();
  const body = failureBytes(failure, requestId);
  const headers = ['X-Request-Id', requestId, ...securityHeaders('data'), 'Cache-Control', 'no-store'];
  const own = ['Content-Type', 'application/json; charset=utf-8', 'Content-Length', String(body.length)];
  const lines = [...headers, ...own, 'Connection', 'close'].map((part, index) =>
    index % 2 === 0 ? `${part}: ` : `${part}\r\n`,
  );
  socket.end(
    Buffer.concat([
      Buffer.from(`HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n${lines.join('')}\r\n`),
      body,
    ]),
  );
}

function codedOf({ code }: NodeJS.ErrnoException): CodedError {
  if (code === LARGE) return new CodedError('head_large', 'The address and the headers are too long');
  if (code === LATE) return new CodedError('body_late', 'The headers did not arrive in time');
  return new CodedError('bad_request', 'This is not a valid HTTP request');
}
