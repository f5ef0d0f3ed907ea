/** How many requests a minute go out to each upstream: what was counted since the start, sampled. */
import type { Clock } from '../time/clock.js';

interface Sample {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** How often a sample is due. */
export const SAMPLE_MS = 15_000;
const WINDOW_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
const SAMPLES = WINDOW_MS / SAMPLE_MS + 1;

export class CallMeter {
  private samples: readonly Sample[] = [];

  constructor(
    private readonly calls: { all(): ReadonlyMap<string, number> },
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    this.sample();
  }

  sample(): void {
    const sample = { at: this.clock.now().getTime(), counts: new Map(this.calls.all()) };
    this.samples = [...this.samples, sample].slice(-SAMPLES);
  }

  /** Over the last five minutes; over a minute in the first minute after the start. */
  perMinute(source: string): number {
    const [oldest] = this.samples;
    if (oldest === undefined) return 0;
    const minutes = Math.max(1, (this.clock.now().getTime() - oldest.at) / MINUTE_MS);
    return ((this.calls.all().get(source) ?? 0) - (oldest.counts.get(source) ?? 0)) / minutes;
  }
}
