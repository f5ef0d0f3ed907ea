/** Many webhooks of one source in a short time are a few runs of the tasks that they concern. */
import type { Clock } from '../time/clock.js';

/** The first of a burst waits a moment for those that come with it. */
const FIRST_MS = 100;
/** Runs of one source begin at least so far apart. */
const GAP_MS = 1000;

export class Bursts {
  /** Source → tasks that were asked for since its last run began. A source is here until it has been quiet for a while. */
  private readonly waiting = new Map<string, Set<string>>();

  /** @param run must not reject */
  constructor(
    private readonly clock: Clock,
    private readonly run: (source: string, tasks: readonly string[]) => void,
  ) {}

  add(source: string, tasks: readonly string[]): void {
    if (tasks.length === 0) return;
    const waiting = this.waiting.get(source);
    this.waiting.set(source, new Set([...(waiting ?? []), ...tasks]));
    if (waiting === undefined) this.clock.after(FIRST_MS, () => this.begin(source));
  }

  private begin(source: string): void {
    const tasks = [...(this.waiting.get(source) ?? [])];
    if (tasks.length === 0) return void this.waiting.delete(source);
    this.waiting.set(source, new Set());
    this.clock.after(GAP_MS, () => this.begin(source));
    this.run(source, tasks);
  }
}
