/** Waits for a plugin's promise no longer than a deadline, and no longer than until the engine stops. */
import { fail } from '@sidelight/plugin-api';
import type { Clock } from '../clock.js';

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
      giveUp(fail('unreachable', `${what} did not end within ${deadlineMs / 1000} s`)),
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
