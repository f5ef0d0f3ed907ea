import { CodedError } from '../errors.js';
import type { Batch } from './cache.js';

const LARGE = 100;

/** Whether so many removals of so many rows look like an upstream that lost its library, not like a tidy-up. */
export const isShrink = (removed: number, held: number): boolean => held >= LARGE && removed * 2 > held;

/**
 * Holds back a commit that would empty most of a port, once: an upstream whose disk is not mounted says the same as one
 * that was cleared, but seldom twice.
 */
export class ShrinkGuard {
  private readonly refused = new Set<string>();

  /** @throws shrink_refused when one of the ports shrinks that did not try to in the task's last commit */
  check({ source, task }: Batch, shrinking: readonly string[]): void {
    const fresh = shrinking.filter((port) => !this.refused.has(`${source}\n${task}\n${port}`));
    if (fresh.length === 0) return;
    for (const port of fresh) this.refused.add(`${source}\n${task}\n${port}`);
    throw new CodedError(
      'shrink_refused',
      `${source} would lose more than half of ${fresh.join(', ')}: held back until the next run says the same`,
    );
  }

  /** A commit was made: what it touched starts anew. */
  settled({ source, task }: Batch, ports: Iterable<string>): void {
    for (const port of ports) this.refused.delete(`${source}\n${task}\n${port}`);
  }
}
