import type { Budget } from './budget.js';
import type { KeyScope } from './scopes.js';

/** What is known of a key, except the key. Times are ISO. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The first characters of the key; '' where the config has its hash only, or a key that is not of our making. */
  readonly prefix: string;
  readonly scope: KeyScope;
  /** Ids of the only widgets that it is for; null: all. */
  readonly widgets: readonly string[] | null;
  /** The only networks (CIDR) that it may be used from; null: any. */
  readonly networks: readonly string[] | null;
  /** Requests a minute; 0: no limit; null: the default. */
  readonly perMinute: number | null;
  readonly expiresAt: string | null;
  readonly createdAt: string | null;
  readonly lastUsedAt: string | null;
  readonly lastUsedFrom: string | null;
  readonly useCount: number;
  /** Stands in the YAML: cannot be changed here. */
  readonly declared: boolean;
}

/** A key as it is verified: the hash is all that is kept of its text. */
export interface StoredKey extends ApiKey {
  /** SHA-256, hex. */
  readonly hash: string;
}

export interface NewKey {
  readonly name: string;
  readonly scope?: KeyScope;
  readonly widgets?: readonly string[];
  readonly networks?: readonly string[];
  readonly perMinute?: number;
  readonly expiresAt?: string;
}

const DEFAULT_PER_MINUTE = 600;

/** A fifth of a minute's worth may come at once: twenty tiles in three tabs start together. */
export function budgetOf(key: Pick<ApiKey, 'perMinute'>): Budget | null {
  const perMinute = key.perMinute ?? DEFAULT_PER_MINUTE;
  return perMinute === 0 ? null : { perMinute, burst: Math.max(1, Math.floor(perMinute / 5)) };
}
