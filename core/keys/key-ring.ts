/** All keys in memory: verifying one costs a hash and no I/O. */
import { timingSafeEqual } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { ApiKey } from './api-key.js';
import { hashKey, isWellFormed } from './format.js';
import { holds, networkList } from './networks.js';

/** `revoked_key`: it was ours. */
export type KeyFault = 'malformed_key' | 'unknown_key' | 'revoked_key' | 'expired_key' | 'network';

/** What any key that is verified says of itself; the hash is SHA-256, hex. */
interface Ringed {
  readonly hash: string;
  readonly expiresAt: string | null;
  /** The only ones that it may be used from; none given: any. */
  readonly networks?: readonly string[] | null;
}

interface Entry<K> {
  readonly key: K;
  readonly hash: Buffer;
  readonly expires: number;
  readonly networks: BlockList | null;
}

interface Found<K> {
  readonly text: string;
  readonly entry: Entry<K>;
}

/** Hashes as their 64 hex digits. Entries are found by a part of it; the whole is compared in constant time. */
const HASH_BYTES = 64;
const indexOf = (hash: Buffer): number => hash.readUIntBE(0, 6);

/** @template K what is known of a key */
export class KeyRing<K extends Omit<Ringed, 'hash'> = ApiKey> {
  private entries: ReadonlyMap<number, Entry<K>> = new Map();
  private revoked: ReadonlySet<string> = new Set();
  /** Written anew by each call, so that a request allocates nothing. */
  private readonly presented = Buffer.alloc(HASH_BYTES);
  /** What was found for each kept-alive connection: a dashboard sends the same key over and over. */
  private found = new WeakMap<object, Found<K>>();

  /** @param isWhole whether a text may be a key at all */
  constructor(private readonly isWhole: (text: string) => boolean = isWellFormed) {}

  /** @param revoked hashes of keys that were ours */
  replace(keys: readonly (K & Ringed)[], revoked: readonly string[] = []): void {
    this.found = new WeakMap();
    this.revoked = new Set(revoked);
    this.entries = new Map(keys.map(entryOf).map((entry) => [indexOf(entry.hash), entry]));
  }

  /**
   * The key, or why it is refused.
   * @param connection over which it came: the same text over the same connection is not hashed again
   */
  verify(text: string, now: number, address: string, connection: object): K | KeyFault {
    const found = this.found.get(connection);
    const entry = found?.text === text ? found.entry : this.find(text, connection);
    if (entry === undefined) return this.faultOf(text);
    if (now >= entry.expires) return 'expired_key';
    if (entry.networks !== null && !holds(entry.networks, address)) return 'network';
    return entry.key;
  }

  private faultOf(text: string): KeyFault {
    if (!this.isWhole(text)) return 'malformed_key';
    return this.revoked.size > 0 && this.revoked.has(hashKey(text)) ? 'revoked_key' : 'unknown_key';
  }

  private find(text: string, connection: object): Entry<K> | undefined {
    this.presented.write(hashKey(text), 'latin1');
    const entry = this.entries.get(indexOf(this.presented));
    if (entry === undefined || !timingSafeEqual(entry.hash, this.presented)) return undefined;
    this.found.set(connection, { text, entry });
    return entry;
  }
}

const entryOf = <K extends Omit<Ringed, 'hash'>>(key: K & Ringed): Entry<K> => ({
  key,
  hash: Buffer.alloc(HASH_BYTES, key.hash, 'latin1'),
  expires: key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt),
  networks: key.networks === undefined || key.networks === null ? null : networkList(key.networks),
});
