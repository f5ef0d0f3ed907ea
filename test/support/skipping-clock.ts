/** The system's clock, which can be set forward: nobody waits for a pause to be over. */
import { type Clock, systemClock } from '#core/time/clock.js';

export interface SkippingClock extends Clock {
  /** It is so much later at once: what was to run until then runs now. */
  skip(ms: number): void;
}

export function skippingClock(): SkippingClock {
  let skipped = 0;
  const waiting = new Set<{ readonly arm: () => void }>();
  const now = (): number => Date.now() + skipped;
  return {
    now: () => new Date(now()),
    after(ms, run) {
      const at = now() + ms;
      let cancel = (): void => undefined;
      const one = {
        arm() {
          cancel();
          cancel = systemClock.after(at - now(), () => {
            waiting.delete(one);
            run();
          });
        },
      };
      waiting.add(one);
      one.arm();
      return () => {
        waiting.delete(one);
        cancel();
      };
    },
    skip(ms) {
      skipped += ms;
      for (const one of [...waiting]) one.arm();
    },
  };
}
