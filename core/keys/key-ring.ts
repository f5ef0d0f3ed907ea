/** All keys in memory: verifying one costs a hash and no I/O. */
import { timingSafeEqual } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { ApiKey, StoredKey } from './api-key.js';
import { hashKey, isWellFormed } from './format.js';
import { holds, networkList } from './networks.js';

/** `revoked_key`: it was ours. */
export type KeyFault = 'malformed_key' | 'unknown_key' | 'revoked_key' | 'expired_key' | 'network';

interface Entry {
  readonly key: ApiKey;
  readonly hash: Buffer;
  readonly expires: number;
  readonly networks: BlockList | null;
}

interface Found {
  readonly text: string;
  readonly entry: Entry;
}

/** Hashes as their 64 hex digits. Entries are found by a part of it; the whole is compared in constant time. */
const HASH_BYTES = 64;
const indexOf = (hash: Buffer): number => hash.readUIntBE(0, 6);

export class KeyRing {
  private entries: ReadonlyMap<number, Entry> = new Map();
  private revoked: ReadonlySet<string> = new Set();
  /** Written anew by each call, so that a request allocates nothing. */
  private readonly presented = Buffer.alloc(HASH_BYTES);
  /** What was found for each kept-alive connection: a dashboard sends the same key over and over. */
  private found = new WeakMap<object, Found>();

  /** @param revoked hashes of keys that were ours */
  replace(keys: readonly StoredKey[], revoked: readonly string[] = []): void {
    this.found = new WeakMap();
    this.revoked = new Set(revoked);
    this.entries = new Map(keys.map(entryOf).map((entry) => [indexOf(entry.hash), entry]));
  }

  /**
   * The key, or why it is refused.
   * @param connection over which it came: the same text over the same connection is not hashed again
   */
  verify(text: string, now: number, address: string, connection: object): ApiKey | KeyFault {
    const found = this.found.get(connection);
    const entry = found?.text === text ? found.entry : this.find(text, connection);
    if (entry === undefined) return this.faultOf(text);
    if (now >= entry.expires) return 'expired_key';
    if (entry.networks !== null && !holds(entry.networks, address)) return 'network';
    return entry.key;
  }

  private faultOf(text: string): KeyFault {
    if (!isWellFormed(text)) return 'malformed_key';
    return this.revoked.size > 0 && this.revoked.has(hashKey(text)) ? 'revoked_key' : 'unknown_key';
  }

  private find(text: string, connection: object): Entry | undefined {
    this.presented.write(hashKey(text), 'latin1');
    const entry = this.entries.get(indexOf(this.presented));
    if (entry === undefined || !timingSafeEqual(entry.hash, this.presented)) return undefined;
    this.found.set(connection, { text, entry });
    return entry;
  }
}

const entryOf = (key: StoredKey): Entry => ({
  key,
  hash: Buffer.alloc(HASH_BYTES, key.hash, 'latin1'),
  expires: key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt),
  networks: key.networks === null ? null : networkList(key.networks),
});
