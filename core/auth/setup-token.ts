import { createHmac, timingSafeEqual } from 'node:crypto';

/** No 0, O, 1, I: it may have to be typed. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LENGTH = 20;

/**
 * What the log tells of a first run: `ABCDE-FGHJK-LMNPQ-RSTUV`, 100 bits. Made from the secret of the installation, so that
 * every replica and `sidelight admin` say the same; it opens nothing once there is an administrator.
 */
export function setupToken(secret: string): string {
  const bytes = createHmac('sha256', secret).update('first run').digest();
  const letters = Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join('').replace(/(.{5})(?=.)/g, '$1-');
}

/** Small letters, spaces and missing dashes are forgiven. */
export function isSetupToken(text: string, secret: string): boolean {
  const bare = (token: string): Buffer => Buffer.from(token.toUpperCase().replace(/[^0-9A-Z]/g, ''));
  const given = bare(text);
  const wanted = bare(setupToken(secret));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
