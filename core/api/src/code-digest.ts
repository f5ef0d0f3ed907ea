import { createHmac } from 'node:crypto';

/**
 * An id for a thing whose own id is a credential, such as the code of an invitation: always the same, and no way back.
 * @param key what only the integration and its upstream know (the API key in its config): a code is short, and without a key
 * everybody could try them all
 */
export const codeDigest = (code: string, key: string): string =>
  createHmac('sha256', key).update(code).digest('base64url').slice(0, 22);
