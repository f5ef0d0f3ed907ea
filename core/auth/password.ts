/** Passwords as they are kept: salted scrypt, with its costs beside it, so that they can be raised later. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/** What an installation has: about 100 ms and 32 MB for each. No setting changes it; tests make an `Admins` with less. */
const FULL: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const BYTES = 32;
const SALT_BYTES = 16;

export const MIN_PASSWORD = 10;
export const MAX_PASSWORD = 256;

export interface Passwords {
  /** `scrypt$N$r$p$<salt>$<hash>`, the last two in Base64url. */
  hash(password: string): Promise<string>;
  /** In constant time for a given cost. false for a stored text that is none. */
  matches(password: string, hashed: string): Promise<boolean>;
  /** Of no password: an unknown name takes as long as a known one. */
  readonly none: string;
}

export const passwordsAt = (cost = FULL): Passwords => ({
  async hash(password) {
    const salt = randomBytes(SALT_BYTES);
    return stored(salt, await derive(password, salt, cost), cost);
  },
  matches: matchesPassword,
  none: stored(Buffer.alloc(SALT_BYTES), Buffer.alloc(BYTES), cost),
});

async function matchesPassword(password: string, hashed: string): Promise<boolean> {
  const [kind, n, r, p, salt = '', hash = ''] = hashed.split('$');
  if (kind !== 'scrypt') return false;
  const wanted = Buffer.from(hash, 'base64url');
  const found = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) });
  return wanted.length === found.length && timingSafeEqual(wanted, found);
}

function stored(salt: Buffer, hash: Buffer, { N, r, p }: PasswordCost): string {
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** The same password may be typed in composed or decomposed characters. */
function derive(password: string, salt: Buffer, { N, r, p }: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
