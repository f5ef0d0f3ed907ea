import { fail } from '@sidelight/plugin-api';

/**
 * One call under way at a time, whoever waits for it. One who gives up does not end it: the next to ask may get what it
 * brings, where asking anew each time would never get anything from an upstream that is slower than its readers.
 */
export function sharedCall<T>(call: () => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let underWay: Promise<T> | undefined;
  return (signal) => {
    underWay ??= call().finally(() => {
      underWay = undefined;
    });
    return untilAborted(underWay, signal);
  };
}

/** @throws unreachable when the signal is aborted first */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(fail('unreachable', 'no answer in time'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    const done = (): void => signal.removeEventListener('abort', giveUp);
    promise.then(resolve, reject).finally(done);
  });
}
