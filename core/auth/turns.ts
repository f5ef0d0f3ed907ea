/** A few at a time, a few more in a queue, and no more: for work that costs much whoever asks for it. */
import { Refusal } from '../http/refusal.js';

export interface TurnLimits {
  readonly atOnce: number;
  readonly waiting: number;
}

export class Turns {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(private readonly limits: TurnLimits) {}

  /**
   * What `work` resolves with, once it is its turn.
   * @param isKnown comes before those who are not, and is never turned away: others limit how often
   * @throws sign_in_limit when the queue is full
   */
  async run<T>(work: () => Promise<T>, isKnown = false): Promise<T> {
    await this.enter(isKnown);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(isKnown: boolean): Promise<void> {
    if (this.running < this.limits.atOnce) {
      this.running += 1;
      return;
    }
    if (!isKnown && this.queue.length >= this.limits.waiting) {
      throw new Refusal('sign_in_limit', 'Too many sign-ins at once', { 'Retry-After': '10' });
    }
    await new Promise<void>((resolve) => (isKnown ? this.queue.unshift(resolve) : this.queue.push(resolve)));
  }

  /** Hands its place on, or frees it. */
  private leave(): void {
    const next = this.queue.shift();
    if (next === undefined) this.running -= 1;
    else next();
  }
}
