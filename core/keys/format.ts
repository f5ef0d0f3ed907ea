/** How a key looks: `sl_`, 43 characters of secret (256 bits), 6 characters of checksum; letters and digits only. What opens a share link begins with `slt_`, so that nobody takes it for a key. */
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

type Kind = 'sl' | 'slt';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const SHAPE = /^(slt?)_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;
/** How much of a key may be shown: enough to tell keys apart, far too little to guess one. */
const SHOWN = 10;

export function generateKey(kind: Kind = 'sl'): string {
  let secret = '';
  for (let i = 0; i < SECRET_LENGTH; i++) secret += ALPHABET.charAt(randomInt(ALPHABET.length));
  return `${kind}_${secret}${checksum(kind, secret)}`;
}

/** Tells a key that was cut or mistyped from one that is merely unknown. */
export function isWellFormed(key: string, kind: Kind = 'sl'): boolean {
  const [, begin, secret, check] = SHAPE.exec(key) ?? [];
  return begin === kind && secret !== undefined && checksum(kind, secret) === check;
}

/** SHA-256, hex. A key is 256 random bits, so neither salt nor a slow hash adds anything. */
export const hashKey = (key: string): string => hash('sha256', key);

export const prefixOf = (key: string): string => key.slice(0, SHOWN);

function checksum(kind: Kind, secret: string): string {
  let rest = crc32(`${kind}_${secret}`);
  let text = '';
  for (let i = 0; i < 6; i++) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
