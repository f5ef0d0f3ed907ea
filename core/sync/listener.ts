/** The connection over which an upstream tells that something changed: opened, opened again when it ends, and ended. */
import { setMaxListeners } from 'node:events';
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Log } from '../ground/log.js';
import type { Clock } from '../time/clock.js';
import { spread } from '../time/schedule.js';

/** By the id of a task. */
type Ask = (task: string) => void;

export interface ListenerInput {
  /** What the plugin does. It is believed in nothing: it may throw, end at once, or never end. */
  listen(wake: Ask, signal: AbortSignal, covers: Ask): Promise<void>;
  readonly tasks: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
  /** Whether the last check went well. */
  isUp(): boolean;
  /** Never rejects. */
  run(task: string): Promise<void>;
  /** Whether a connection tells of whatever changes the rows of a task. */
  cover(task: string, covered: boolean): void;
  /** A connection broke, or could not be opened. */
  broke(error: unknown): void;
  /** It named a task that there is not: told once. */
  unknown(task: string): void;
  /** What may be told of an error. */
  shown(text: string): string;
}

const FIRST_MS = 1000;
const LONGEST_MS = 5 * 60_000;
const JITTER = 0.2;
/** A connection that has held for so long is a good one. */
const HOLDS_MS = 60_000;
/** A run that was asked for is followed by the next so much later, however many ask. */
const GAP_MS = 1000;

export class Listener {
  private readonly controller = new AbortController();
  private isOpen = false;
  /** Connections in a row that neither held nor delivered. */
  private failures = 0;
  private told = false;
  /** It named a task that there is not. */
  private strange = false;
  private cancelPause = (): void => undefined;
  /** Task → whether it was asked for again since its run began. */
  private readonly running = new Map<string, boolean>();
  private readonly covered = new Set<string>();

  constructor(private readonly input: ListenerInput) {
    setMaxListeners(0, this.controller.signal);
  }

  /** A check went well: there is a connection from now on. */
  open(): void {
    if (this.isOpen || this.controller.signal.aborted) return;
    this.isOpen = true;
    this.call();
  }

  /** Nobody waits for the plugin to see it. */
  close(): void {
    this.cancelPause();
    this.controller.abort();
  }

  private call(): void {
    const { listen, clock } = this.input;
    const { signal } = this.controller;
    let isGood = false;
    let isOver = false;
    const good = (): void => {
      isGood = true;
      this.works();
    };
    const cancel = clock.after(HOLDS_MS, good);
    const taken = (take: Ask, task: string): void => {
      if (isOver || signal.aborted || !this.knows(task)) return;
      take(task);
      good();
    };
    const ended = (error: Error | null): void => {
      isOver = true;
      cancel();
      this.uncover();
      if (!signal.aborted) this.ended(isGood, error);
    };
    Promise.resolve()
      .then(() =>
        listen(
          (task) => taken((one) => this.wake(one), task),
          signal,
          (task) => taken((one) => this.cover(one), task),
        ),
      )
      .then(
        () => ended(null),
        (error: unknown) => ended(error instanceof Error ? error : new Error(String(error), { cause: error })),
      );
    // What is under way when it is closed is over for us, whenever it ends.
    signal.addEventListener('abort', cancel, { once: true });
  }

  private works(): void {
    this.failures = 0;
    if (this.told) this.input.log.info('listening to the service again');
    this.told = false;
  }

  private ended(wasGood: boolean, error: Error | null): void {
    const { clock, log, broke, shown } = this.input;
    if (error !== null) broke(error);
    // The first may fail because the upstream goes down, which the next check tells.
    if (!wasGood && this.failures > 0) {
      const why = error === null ? 'the connection ended at once' : shown(messageOf(error));
      if (!this.told) log.warn(`cannot listen to the service, polling it on schedule instead: ${why}`);
      this.told = true;
    }
    const pause = Math.min(LONGEST_MS, spread(FIRST_MS * 2 ** Math.min(this.failures, 20), JITTER, Math.random()));
    this.failures += wasGood ? 0 : 1;
    this.cancelPause = clock.after(pause, () => {
      // While it is down the next good check opens it.
      if (this.input.isUp()) this.call();
      else this.isOpen = false;
    });
  }

  private knows(task: string): boolean {
    if (this.input.tasks.includes(task)) return true;
    if (!this.strange) this.input.unknown(task);
    this.strange = true;
    return false;
  }

  private wake(task: string): void {
    if (this.running.has(task)) this.running.set(task, true);
    else void this.run(task);
  }

  private cover(task: string): void {
    if (this.covered.has(task)) return;
    this.covered.add(task);
    this.input.cover(task, true);
  }

  private uncover(): void {
    for (const task of this.covered) this.input.cover(task, false);
    this.covered.clear();
  }

  private async run(task: string): Promise<void> {
    const { clock, run } = this.input;
    this.running.set(task, false);
    await run(task);
    clock.after(GAP_MS, () => {
      const again = this.running.get(task) === true;
      this.running.delete(task);
      if (again && !this.controller.signal.aborted) void this.run(task);
    });
  }
}
