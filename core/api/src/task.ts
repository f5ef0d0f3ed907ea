import type { AnyPort, ItemIn, LogPort, SnapshotPort } from './port.js';

/** `30s`, `5m`, `1h`, or a cron pattern in the configured zone. */
export type Every = `${number}${'s' | 'm' | 'h'}` | { readonly cron: string };

/** ISO times. */
export interface Gap {
  readonly from: string;
  readonly to: string;
}

/** How far a long listing has come. */
export interface Progress {
  readonly done: number;
  /** Not given: the upstream does not tell. */
  readonly of?: number;
  /** What is listed: the name of a library. */
  readonly what?: string;
}

/** Collects what one run of a task publishes. Everything is committed when the run resolves and dropped when it rejects. */
export interface Publisher {
  /** The whole state of a snapshot; only what differs is written. */
  replace<P extends SnapshotPort>(port: P, items: readonly ItemIn<P>[]): void;
  /** A part of a snapshot: `remove` (keys) first, then `upsert`. */
  patch<P extends SnapshotPort>(port: P, change: { upsert?: readonly ItemIn<P>[]; remove?: readonly string[] }): void;
  /** Rows of a log; a key that exists is overwritten. */
  append<P extends LogPort>(port: P, items: readonly ItemIn<P>[]): void;
  /** The committed keys of this integration. Ask before listing the upstream, then remove what is gone. */
  held(port: AnyPort): Promise<ReadonlySet<string>>;
  /**
   * When nobody looked at this integration, or could not: what Sidelight was off, and what the upstream was away for, of the
   * last 30 days, the oldest first. None lasts any more.
   */
  gaps(): Promise<readonly Gap[]>;
  /** Told while the run lasts, to be shown to whoever waits for a first sync. */
  progress(now: Progress): void;
  /** A text of the task's own, committed with the rows. */
  readonly cursor: { get(): string | undefined; set(value: string): void };
}

/** One scheduled run. `'more'` commits and runs again at once; it is refused after a `replace`, and without a cursor that has moved on. */
export interface SyncTask {
  readonly id: string;
  readonly every: Every;
  /** A slower interval that holds while the snapshots of this task are empty (nobody plays, nothing is queued). */
  readonly idle?: Every;
  /** A slower interval that holds, whatever the others say, while the connection of `listen` covers this task. */
  readonly listening?: Every;
  readonly fills: readonly AnyPort[];
  // biome-ignore lint/suspicious/noConfusingVoidType: most tasks end without a word; `undefined` would demand a return
  run(out: Publisher, signal: AbortSignal): Promise<void | 'more'>;
}

/** The commonest task: the whole state of one snapshot port. */
export const fill = <P extends SnapshotPort>(
  port: P,
  every: Every,
  read: (signal: AbortSignal) => Promise<readonly ItemIn<P>[]>,
  options: { readonly idle?: Every; readonly listening?: Every } = {},
): SyncTask => ({
  id: port.id,
  every,
  ...options,
  fills: [port],
  run: async (out, signal) => out.replace(port, await read(signal)),
});
