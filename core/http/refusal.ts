import { CodedError, type ErrorId } from '../errors.js';

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
