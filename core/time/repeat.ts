/** Work that is done again and again in the background. */
import { messageOf } from '@sidelight/plugin-api/errors';
import type { Log } from '../ground/log.js';
import type { Clock } from './clock.js';

export interface Repeated {
  readonly everyMs: number;
  /** What to log when it fails: once, until it has worked again. */
  readonly failure: string;
  run(): Promise<void>;
}

/** Starts `everyMs` from now; the next round starts `everyMs` after the last one ended. Returns how to end it. */
export function repeat({ everyMs, failure, run }: Repeated, clock: Clock, log: Log): () => void {
  let failing = false;
  let ended = false;
  let cancel = (): void => undefined;
  const round = async (): Promise<void> => {
    try {
      await run();
      failing = false;
    } catch (error) {
      if (!failing) log.warn(failure, { error: messageOf(error) });
      failing = true;
    }
    if (!ended) next();
  };
  const next = (): void => {
    cancel = clock.after(everyMs, () => void round());
  };
  next();
  return () => {
    ended = true;
    cancel();
  };
}
