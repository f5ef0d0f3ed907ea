/** Refusals and failures: always answered in the one shape, never with a stack. */
import type { ServerResponse } from 'node:http';
import { databaseError } from '../cache/database-error.js';
import { CodedError, ERRORS, type ErrorId } from '../ground/errors.js';
import type { HeaderList } from './headers.js';
import { JSON_TYPE } from './payload.js';

/** A coded error whose answer carries headers of its own: Allow, Retry-After, WWW-Authenticate. */
export class Refusal extends CodedError {
  constructor(
    code: ErrorId,
    message: string,
    readonly headers: Readonly<Record<string, string>>,
  ) {
    super(code, message);
  }
}

export const tooMany = (message: string, waitMs: number, perMinute: number): Refusal => {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)));
  return new Refusal('rate_limit', message, {
    'Retry-After': seconds,
    'RateLimit-Limit': String(perMinute),
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': seconds,
  });
};

interface Failure {
  readonly status: number;
  readonly code: ErrorId;
  readonly message: string;
  readonly hint: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer to anything that was thrown. What has no code of the table is a defect, and says nothing of itself. */
export function failureOf(error: unknown): Failure {
  const known = knownError(error);
  const status = known === undefined ? undefined : statusOf(known.code);
  if (known === undefined || status === undefined) {
    const { hint } = ERRORS.internal;
    return { status: 500, code: 'internal', message: 'Something went wrong inside Sidelight', hint, headers: {} };
  }
  const headers = known instanceof Refusal ? known.headers : {};
  return { status, code: known.code, message: known.message, hint: known.hint, headers };
}

/** What a driver throws while a page or an action is made is told in a sentence, too. */
function knownError(error: unknown): CodedError | undefined {
  const coded = databaseError(error);
  return coded instanceof CodedError ? coded : parserError(error);
}

export const statusOf = (code: ErrorId): number | undefined => {
  const entry = ERRORS[code];
  return 'status' in entry ? entry.status : undefined;
};

export const failureBytes = ({ code, message, hint }: Failure, requestId: string): Buffer =>
  Buffer.from(JSON.stringify({ error: { code, message, hint, requestId } }));

export function sendFailure(res: ServerResponse, requestId: string, failure: Failure, common: HeaderList): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const body = failureBytes(failure, requestId);
  res.writeHead(failure.status, [
    ...['X-Request-Id', requestId, ...common, 'Cache-Control', 'no-store', 'Content-Type', JSON_TYPE],
    ...['Content-Length', String(body.length), ...Object.entries(failure.headers).flat()],
  ]);
  res.end(body);
}

/** What Express and its body parser throw carries a status. */
function parserError(error: unknown): CodedError | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  if (status === 413) return new CodedError('too_large', 'The body is too large');
  if (status === 415) return new CodedError('media_type', `The body cannot be read: ${error.message}`);
  if (typeof status === 'number' && status >= 400 && status < 500) return new CodedError('bad_request', error.message);
  return undefined;
}
