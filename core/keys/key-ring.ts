/** All keys in memory: verifying one costs a hash and no I/O. */
import { timingSafeEqual } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { ApiKey, StoredKey } from './api-key.js';
import { hashKey, isWellFormed } from './format.js';
import { holds, networkList } from './networks.js';

export type KeyFault = 'malformed_key' | 'unknown_key' | 'expired_key' | 'network';

interface Entry {
  readonly key: ApiKey;
  readonly digest: Buffer;
  readonly expires: number;
  readonly networks: BlockList | null;
}

/** Entries are found by a part of the hash; the whole is compared in constant time. */
const INDEXED = 16;

export class KeyRing {
  private entries: ReadonlyMap<string, Entry> = new Map();

  replace(keys: readonly StoredKey[]): void {
    this.entries = new Map(keys.map((key) => [key.hash.slice(0, INDEXED), entryOf(key)]));
  }

  /** The key, or why it is refused. */
  verify(text: string, now: number, address: string): ApiKey | KeyFault {
    const hash = hashKey(text);
    const entry = this.entries.get(hash.slice(0, INDEXED));
    if (entry === undefined || !sameDigest(entry.digest, Buffer.from(hash, 'hex'))) {
      return isWellFormed(text) ? 'unknown_key' : 'malformed_key';
    }
    if (now >= entry.expires) return 'expired_key';
    if (entry.networks !== null && !holds(entry.networks, address)) return 'network';
    return entry.key;
  }
}

const sameDigest = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

const entryOf = (key: StoredKey): Entry => ({
  key,
  digest: Buffer.from(key.hash, 'hex'),
  expires: key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt),
  networks: key.networks === null ? null : networkList(key.networks),
});
