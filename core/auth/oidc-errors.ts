/** What openid-client throws, in sentences of ours. Pure. */
import { messageOf } from '@sidelight/plugin-api/errors';
import * as client from 'openid-client';
import { CodedError } from '../ground/errors.js';
import { isRecord } from '../ground/path.js';

interface Explained {
  readonly coded: CodedError;
  /** For the log. */
  readonly detail: string;
}

/** Errors of the token endpoint that are about us. */
const OURS = new Set(['invalid_client', 'unauthorized_client', 'invalid_scope', 'unsupported_grant_type']);
/** What the provider is asked for, and where its answer does not even look like one. */
const DOWN = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

export function explained(error: unknown): Explained {
  if (error instanceof CodedError) return { coded: error, detail: error.code };
  const detail = [codeOf(error), messageOf(error), reasonOf(error)].filter((text) => text !== '').join(', ');
  const say = (coded: CodedError): Explained => ({ coded, detail });
  if (error instanceof client.AuthorizationResponseError) {
    const isTurnedAway = error.error === 'access_denied';
    return say(
      isTurnedAway
        ? new CodedError('oidc_refused', 'The provider denied access, or the sign-in was cancelled there')
        : new CodedError('oidc_client', `The provider refuses the request: ${plain(error.error)}`),
    );
  }
  if (error instanceof client.WWWAuthenticateChallengeError) return say(wrongClient());
  if (error instanceof client.ResponseBodyError) {
    if (OURS.has(error.error)) return say(wrongClient());
    if (error.error === 'invalid_grant') {
      return say(new CodedError('oidc_stale', 'The provider no longer knows this sign-in'));
    }
    return say(new CodedError('oidc_invalid', `The provider answers with ${plain(error.error)}`));
  }
  const code = codeOf(error);
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return say(timestamp(error));
  if (DOWN.has(code) || isFetchFailure(error)) {
    return say(new CodedError('oidc_down', 'The sign-in provider does not answer, or not with OpenID Connect'));
  }
  return say(new CodedError('oidc_invalid', 'The provider’s response failed verification'));
}

const wrongClient = (): CodedError =>
  new CodedError('oidc_client', 'The provider rejected the clientId or clientSecret');

function timestamp(error: unknown): CodedError {
  return claimOf(error) === 'auth_time'
    ? new CodedError('oidc_stale', 'The provider did not ask who you are')
    : new CodedError('oidc_clock', 'The clocks of the provider and Sidelight differ by more than a minute');
}

/** The claim whose time is wrong: the library puts it into the cause of the cause. */
function claimOf(error: unknown): unknown {
  const own = error instanceof Error ? error.cause : undefined;
  const deeper = own instanceof Error ? own.cause : own;
  return isRecord(deeper) ? deeper['claim'] : undefined;
}

/** Node's fetch says all that it has to say in the cause. */
const isFetchFailure = (error: unknown): boolean =>
  error instanceof TypeError && error.cause instanceof Error && codeOf(error) === '';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? messageOf(error.cause) : '';

/** Words of others in a sentence of ours. */
const plain = (text: string): string => text.replace(/[^\w.-]/g, '').slice(0, 40);
