/** How many requests went out to each upstream since the start. */
export class CallCounter {
  private readonly counts = new Map<string, number>();

  count(source: string): void {
    this.counts.set(source, this.of(source) + 1);
  }

  of(source: string): number {
    return this.counts.get(source) ?? 0;
  }

  all(): ReadonlyMap<string, number> {
    return this.counts;
  }
}
