import type { Use } from './key-table.js';

/** When keys were last used: gathered in memory, written in one batch. */
export class UseLog {
  private pending = new Map<string, Use>();

  constructor(private readonly table: { addUses(uses: ReadonlyMap<string, Use>): Promise<void> }) {}

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

  /** What could not be written is kept for the next time. */
  async flush(): Promise<void> {
    if (this.pending.size === 0) return;
    const batch = this.pending;
    this.pending = new Map();
    try {
      await this.table.addUses(batch);
    } catch (error) {
      this.restore(batch);
      throw error;
    }
  }

  private restore(batch: ReadonlyMap<string, Use>): void {
    for (const [id, use] of batch) {
      const later = this.pending.get(id);
      if (later === undefined) this.pending.set(id, use);
      else later.count += use.count;
    }
  }
}
