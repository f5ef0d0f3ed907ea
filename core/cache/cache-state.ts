/** What the cache knows without asking the database: generations, freshness, and who wants to hear of changes. */
import type { Touched } from './cache.js';

export interface Freshness {
  readonly port: string;
  readonly source: string;
  readonly task: string;
  /** null: the task has written rows, but has not ended a run yet. */
  readonly at: string | null;
}

/** Which rows have changed. */
export interface Moved {
  /** Their times, both inclusive. */
  readonly from: string;
  readonly until: string;
  /** Their keys, as far as they are few. */
  readonly rows: Touched | null;
}

/** Any rows at all. */
const ANYWHERE: Moved = { from: '', until: '~', rows: null };
/** So many changes of a port are told apart, and so many rows by their keys. */
const MOVES = 200;
export const MOST_TOUCHED = 100;

type Listener = (ports: ReadonlySet<string>) => void;

export class CacheState {
  private readonly generations = new Map<string, number>();
  /** Port → its latest changes, the last of which made its generation. */
  private readonly moves = new Map<string, Moved[]>();
  private readonly listeners = new Set<Listener>();
  /** Port → source → task → time. */
  private readonly runs = new Map<string, Map<string, Map<string, string>>>();
  private readonly worst = new Map<string, ReadonlyMap<string, string>>();

  generation(port: string): number {
    return this.generations.get(port) ?? 0;
  }

  onChange(listener: Listener): () => void {
    // Wrapped, so that one function that listens twice is two listeners.
    const entry: Listener = (ports) => listener(ports);
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  fetchedAt(port: string): ReadonlyMap<string, string> {
    let worst = this.worst.get(port);
    if (worst === undefined) {
      worst = worstOf(this.runs.get(port) ?? new Map());
      this.worst.set(port, worst);
    }
    return worst;
  }

  /** What has changed since that generation; null: nothing has. */
  movedSince(port: string, generation: number): Moved | null {
    const count = this.generation(port) - generation;
    if (count === 0) return null;
    const moves = (this.moves.get(port) ?? []).slice(-count);
    return moves.length < count ? ANYWHERE : moves.reduce(together);
  }

  touched(port: string, generation: number): Touched | null {
    const moved = this.movedSince(port, generation);
    return moved === null ? new Map() : moved.rows;
  }

  /** Rows of these ports have changed. @param moved which of them, where that is known */
  changed(ports: ReadonlySet<string>, moved: ReadonlyMap<string, Moved> = new Map()): void {
    for (const port of ports) {
      this.generations.set(port, this.generation(port) + 1);
      this.moves.set(port, [...(this.moves.get(port) ?? []).slice(1 - MOVES), moved.get(port) ?? ANYWHERE]);
    }
    for (const listener of this.listeners) listener(ports);
  }

  /** A run of a task has left these ports fresh. */
  ran(ports: readonly string[], source: string, task: string, at: string): void {
    for (const port of ports) this.note({ port, source, task, at });
  }

  /** Replaces what was known of the freshness of these ports; null: of all. */
  refresh(ports: Iterable<string> | null, records: readonly Freshness[]): void {
    for (const port of ports ?? [...this.runs.keys()]) {
      this.runs.delete(port);
      this.worst.delete(port);
    }
    for (const record of records) this.note(record);
  }

  private note({ port, source, task, at }: Freshness): void {
    if (at === null) return;
    const sources = this.runs.get(port) ?? new Map<string, Map<string, string>>();
    const tasks = sources.get(source) ?? new Map<string, string>();
    this.runs.set(port, sources.set(source, tasks.set(task, at)));
    this.worst.delete(port);
  }
}

/** A port with several tasks is as good as its worst. */
function worstOf(sources: ReadonlyMap<string, ReadonlyMap<string, string>>): ReadonlyMap<string, string> {
  return new Map([...sources].map(([source, tasks]) => [source, [...tasks.values()].sort()[0] ?? '']));
}

/** What holds both. */
export const together = (a: Moved, b: Moved): Moved => ({
  from: a.from < b.from ? a.from : b.from,
  until: a.until > b.until ? a.until : b.until,
  rows: a.rows === null || b.rows === null ? null : union(a.rows, b.rows),
});

function union(a: Touched, b: Touched): Touched {
  const both = new Map(a);
  for (const [source, keys] of b) both.set(source, new Set([...(both.get(source) ?? []), ...keys]));
  return both;
}
