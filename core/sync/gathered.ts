/**
 * Large slices of a run that asks for more, committed several at a time: each commit of a large library writes pages all over the
 * database, whether it brings much or little. The first slice is committed at once, so that there is something to see.
 */
import type { Batch } from '../cache/cache.js';
import type { Clock } from '../time/clock.js';

/** Fewer rows are committed at once. */
const LARGE = 500;
/** In one commit. */
const MOST = 6000;
const LONGEST_MS = 20_000;

type Commit = (batch: Batch) => Promise<boolean>;

export class Gathered {
  private pending: Batch | null = null;
  private rows = 0;
  private since: number | null = null;

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  /** Where the run goes on: what is not committed yet counts. */
  cursorAfter(kept: string | undefined): string | undefined {
    return this.pending?.cursor ?? kept;
  }

  /** @param more the run goes on. Returns false when nothing was wanted any more */
  async add(batch: Batch, more: boolean, commit: Commit): Promise<boolean> {
    const now = this.clock.now().getTime();
    const rows = batch.changes.reduce((sum, change) => sum + sizeOf(change), 0);
    const isFirst = this.since === null;
    this.since ??= now;
    this.pending = this.pending === null ? batch : together(this.pending, batch);
    this.rows += rows;
    const waits = more && !isFirst && rows >= LARGE && this.rows < MOST && now - this.since < LONGEST_MS;
    return waits || this.flush(commit);
  }

  /** What waits is committed now. */
  async flush(commit: Commit): Promise<boolean> {
    const { pending } = this;
    this.pending = null;
    this.rows = 0;
    this.since = this.clock.now().getTime();
    return pending === null || commit(pending);
  }
}

const together = (earlier: Batch, later: Batch): Batch => ({
  ...later,
  changes: [...earlier.changes, ...later.changes],
  ...(later.cursor === undefined && earlier.cursor !== undefined ? { cursor: earlier.cursor } : {}),
});

const sizeOf = (change: Batch['changes'][number]): number =>
  change.kind === 'patch' ? change.upsert.length + change.remove.length : change.items.length;
