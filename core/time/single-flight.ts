/** Work that never overlaps itself. */
export class SingleFlight {
  private current: Promise<void> | undefined;
  private following: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  get isRunning(): boolean {
    return this.current !== undefined;
  }

  /** Joins a run that is under way, else starts one. */
  join(): Promise<void> {
    return this.following ?? this.current ?? this.begin();
  }

  /** A run that begins after this call: callers that come while one is under way share the one after it. */
  again(): Promise<void> {
    if (this.following !== undefined) return this.following;
    if (this.current === undefined) return this.begin();
    const next = (): Promise<void> => {
      this.following = undefined;
      return this.begin();
    };
    this.following = this.current.then(next, next);
    return this.following;
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    for (let run = this.following ?? this.current; run !== undefined; run = this.following ?? this.current) {
      await Promise.allSettled([run]);
    }
  }

  private begin(): Promise<void> {
    const run = this.work().finally(() => {
      if (this.current === run) this.current = undefined;
    });
    this.current = run;
    return run;
  }
}
