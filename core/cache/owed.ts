/** Freshness that is known but not written: a run that changed no row is no commit of its own. */
import type { Batch } from './cache.js';

/** When a task last left a port fresh. */
export interface FreshRun {
  readonly port: string;
  readonly source: string;
  readonly task: string;
  readonly at: string;
}

/** The same; null: the task has not ended a run yet. */
type Ran = Omit<FreshRun, 'at'> & { readonly at: string | null };

/** It says that ports are fresh, and nothing else. */
export const isFreshness = ({ changes, cursor }: Batch): boolean => changes.length === 0 && cursor === undefined;

export const freshRuns = ({ source, task, at, fills }: Batch): readonly FreshRun[] =>
  fills.map((port) => ({ port, source, task, at }));

export class Owed {
  private readonly runs = new Map<string, FreshRun>();

  add(runs: readonly FreshRun[]): void {
    for (const run of runs) this.runs.set(keyOf(run), run);
  }

  list(): readonly FreshRun[] {
    return [...this.runs.values()];
  }

  /** A command forgot or renamed the source: its freshness went with its rows. */
  drop(source: string): void {
    for (const [key, run] of this.runs) if (run.source === source) this.runs.delete(key);
  }

  /** Another instance knows better. */
  outdone(runs: readonly Ran[]): void {
    for (const run of runs) {
      const key = keyOf(run);
      const own = this.runs.get(key);
      if (own !== undefined && run.at !== null && run.at > own.at) this.runs.delete(key);
    }
  }

  /** These were written. */
  paid(runs: readonly FreshRun[]): void {
    for (const run of runs) if (this.runs.get(keyOf(run)) === run) this.runs.delete(keyOf(run));
  }
}

const keyOf = ({ port, source, task }: Ran): string => JSON.stringify([port, source, task]);
