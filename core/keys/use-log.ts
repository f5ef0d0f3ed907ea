import type { Use } from './token-rows.js';

type Uses = ReadonlyMap<string, Use>;

/** What is known of the use of a key, or of anything else that is used like one. */
export interface Used {
  readonly id: string;
  readonly lastUsedAt: string | null;
  readonly lastUsedFrom: string | null;
  readonly useCount: number;
}

/** When keys were last used: gathered in memory, written in one batch. */
export class UseLog {
  private pending = new Map<string, Use>();
  /** The batch that is under way to the table. */
  private writing: Uses = new Map();
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly table: { addUses(uses: Uses): Promise<void> }) {}

  add(id: string, now: Date, from: string): void {
    const use = this.pending.get(id);
    if (use === undefined) {
      this.pending.set(id, { count: 1, at: now, from });
      return;
    }
    use.count += 1;
    use.at = now;
    use.from = from;
  }

  /** A key of the table with those uses that the table does not have yet. */
  upToDate<K extends Used>(key: K): K {
    return [this.writing, this.pending].reduce<K>((known, uses) => withUse(known, uses.get(key.id)), key);
  }

  /** What could not be written is kept for the next time. Resolves when a batch that was under way before is written, too. */
  flush(): Promise<void> {
    // Whoever asked for the one before is told that it failed.
    const mine = this.last.then(
      () => this.write(),
      () => this.write(),
    );
    this.last = mine;
    return mine;
  }

  private async write(): Promise<void> {
    if (this.pending.size === 0) return;
    const batch = this.pending;
    this.pending = new Map();
    this.writing = batch;
    try {
      await this.table.addUses(batch);
    } catch (error) {
      this.restore(batch);
      throw error;
    } finally {
      this.writing = new Map();
    }
  }

  private restore(batch: Uses): void {
    for (const [id, use] of batch) {
      const later = this.pending.get(id);
      if (later === undefined) this.pending.set(id, use);
      else later.count += use.count;
    }
  }
}

function withUse<K extends Used>(key: K, use: Use | undefined): K {
  if (use === undefined) return key;
  const useCount = key.useCount + use.count;
  const at = use.at.toISOString();
  // Another process may have seen it later.
  if (key.lastUsedAt !== null && key.lastUsedAt > at) return { ...key, useCount };
  return { ...key, useCount, lastUsedAt: at, lastUsedFrom: use.from };
}
