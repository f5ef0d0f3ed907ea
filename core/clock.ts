/** Time, as the core sees it: tests bring their own. */
export interface Clock {
  now(): Date;
  /** Runs once after `ms`, unless the returned function is called before. Never keeps the process alive. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, Math.min(Math.max(0, ms), 2 ** 31 - 1));
    timer.unref();
    return () => clearTimeout(timer);
  },
};
