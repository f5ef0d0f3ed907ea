/** Token buckets: how many requests a key may make, how many failed attempts an address has. */
import { LRUCache } from 'lru-cache';

export interface Budget {
  readonly perMinute: number;
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  /** Milliseconds since the epoch of the last change. */
  at: number;
}

/** Keeps the buckets of the most recent ones only: a forgotten bucket was full, or its owner gets a second chance. */
export class Budgets {
  private readonly buckets = new LRUCache<string, Bucket>({ max: 10_000 });

  /** Takes one. Returns 0 when there was one left, else the milliseconds until there is. */
  take(owner: string, { perMinute, burst }: Budget, now: number): number {
    const bucket = this.buckets.get(owner);
    if (bucket === undefined) {
      this.buckets.set(owner, { tokens: burst - 1, at: now });
      return 0;
    }
    const gained = (Math.max(0, now - bucket.at) * perMinute) / 60_000;
    bucket.tokens = Math.min(burst, bucket.tokens + gained);
    bucket.at = now;
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * 60_000) / perMinute);
    bucket.tokens -= 1;
    return 0;
  }

  /** One that was taken is not counted after all. */
  giveBack(owner: string, { burst }: Budget): void {
    const bucket = this.buckets.get(owner);
    if (bucket !== undefined) bucket.tokens = Math.min(burst, bucket.tokens + 1);
  }
}
