import type { Clock } from '../clock.js';

/** What `work` resolves with, or null when it takes longer: it goes on, but nobody waits for it here. */
export async function inTime<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | null> {
  let cancel = (): void => undefined;
  const late = new Promise<null>((resolve) => {
    cancel = clock.after(ms, () => resolve(null));
  });
  return Promise.race([work, late]).finally(() => cancel());
}
