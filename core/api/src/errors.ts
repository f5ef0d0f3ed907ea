/**
 * What can go wrong between an integration and its upstream. Errors are matched by `code`, never by
 * `instanceof`: a third-party plugin may bring its own copy of this package.
 *
 * - `auth_failed`   the upstream refused the credentials (401, 403)
 * - `unreachable`   no answer in time, a broken connection, or a 5xx
 * - `bad_response`  an answer that is not what the plugin's `upstream.ts` describes
 * - `not_found`     the thing that an action is about does not exist (any more)
 * - `refused`       the upstream refuses an action in its present state
 */
import { readable } from './host/readable.js';

export type ErrorCode = 'auth_failed' | 'unreachable' | 'bad_response' | 'not_found' | 'refused';

const CODES: ReadonlySet<string> = new Set<ErrorCode>([
  'auth_failed',
  'unreachable',
  'bad_response',
  'not_found',
  'refused',
]);

export interface FailOptions extends ErrorOptions {
  /** What to look at in the config. Checks and syncs tell it after the message; whoever asked for an action could do nothing with it. */
  readonly advice?: string | undefined;
  /** The call went out, and no answer came in time: an action that made it may have been done, or be done yet. */
  readonly unanswered?: boolean | undefined;
}

export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
  readonly advice?: string;
  readonly unanswered?: true;
  constructor(
    readonly code: ErrorCode,
    message: string,
    options: FailOptions = {},
  ) {
    const { advice, unanswered, ...rest } = options;
    super(message, rest);
    if (advice !== undefined) this.advice = advice;
    if (unanswered === true) this.unanswered = true;
  }
}

/** An error to throw from a plugin: `throw fail('auth_failed', 'the API key was refused')`. */
export const fail = (code: ErrorCode, message: string, options?: FailOptions): IntegrationError =>
  new IntegrationError(code, message, options);

/** The code of anything that was thrown; an error without one of the contract's codes counts as `unreachable`. */
export function codeOf(error: unknown): ErrorCode {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && CODES.has(code) ? (code as ErrorCode) : 'unreachable';
}

/** Whether a call went out that nothing is known of. */
export const isUnanswered = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'unanswered' in error && error.unanswered === true;

/** The message of anything that was thrown, with its advice. */
export function messageOf(error: unknown): string {
  const advice = typeof error === 'object' && error !== null && 'advice' in error ? error.advice : undefined;
  return typeof advice === 'string' ? `${factOf(error)}: ${advice}` : factOf(error);
}

/** The message without the advice. Upstreams put words of their own into it, which turn no text around them. */
export const factOf = (error: unknown): string => readable(error instanceof Error ? error.message : String(error));
