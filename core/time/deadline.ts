/** Waiting no longer than a deadline, and no longer than until the engine stops. */
import { setMaxListeners } from 'node:events';
import { fail } from '@sidelight/plugin-api/errors';
import type { Clock } from './clock.js';

/** The engine stopped: nothing is known of the upstream. */
export class Aborted extends Error {
  override readonly name = 'Aborted';
}

export interface Bounds {
  readonly clock: Clock;
  readonly deadlineMs: number;
  /** Aborted when the engine stops. */
  readonly signal: AbortSignal;
  /** Named in the error: "task download.queue". */
  readonly what: string;
}

/**
 * What `run` resolves with. A promise that outlives its bounds is abandoned: whatever it still does changes nothing.
 * @throws Aborted when the engine stops, unreachable at the deadline, else what `run` throws
 */
export function bounded<T>(bounds: Bounds, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { clock, deadlineMs, signal, what } = bounds;
  const own = new AbortController();
  // A plugin may hand the signal to as many calls at once as it likes, and one that never ends bounds every live read at once.
  setMaxListeners(0, own.signal, signal);
  return new Promise<T>((resolve, reject) => {
    const settle = (then: () => void): void => {
      cancel();
      signal.removeEventListener('abort', stop);
      then();
    };
    const giveUp = (error: Error): void =>
      settle(() => {
        reject(error);
        own.abort(error);
      });
    const stop = (): void => giveUp(new Aborted(`${what} was stopped`));
    const cancel = clock.after(deadlineMs, () =>
      giveUp(fail('unreachable', `${what} did not end within ${deadlineMs / 1000} s`, { unanswered: true })),
    );
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    Promise.resolve(own.signal)
      .then(run)
      .then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(error)),
      );
  });
}

/** What `work` resolves with, or null when it takes longer: it goes on, but nobody waits for it here. */
export async function inTime<T>(clock: Pick<Clock, 'after'>, ms: number, work: Promise<T>): Promise<T | null> {
  let cancel = (): void => undefined;
  const late = new Promise<null>((resolve) => {
    cancel = clock.after(ms, () => resolve(null));
  });
  return Promise.race([work, late]).finally(() => cancel());
}

/** Keeps the process alive meanwhile: a module that never finishes loading holds nothing that would. */
const HELD: Pick<Clock, 'after'> = {
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * What a promise resolves with, if it does in time. One that comes too late is ignored, however it ends.
 * @throws Error with the sentence and the time that was waited
 */
export async function within<T>(ms: number, promise: Promise<T>, sentence: string): Promise<T> {
  const ended = await inTime(
    HELD,
    ms,
    promise.then((value) => ({ value })),
  );
  if (ended === null) throw new Error(`${sentence} (waited ${ms / 1000} s)`);
  return ended.value;
}
