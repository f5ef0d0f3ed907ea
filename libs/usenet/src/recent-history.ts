/**
 * What has finished, as a Usenet client tells it: apart from the queue, seldom different, and as long as its user likes.
 * So it is asked for only when it can have changed, and only what finished lately counts.
 */
import type { PluginContext } from '@sidelight/plugin-api';

const ASK_AGAIN_MS = 60_000;
const DAY_MS = 86_400_000;

/** A release manager takes what is complete within minutes; a failure waits for somebody to look at it. */
const KEPT_MS = { completed: DAY_MS, failed: 7 * DAY_MS };

/** Whether a job that finished at this time (seconds since 1970) still belongs to what a client works on. */
export const isRecent = (finishedAt: number, outcome: keyof typeof KEPT_MS, now: Date): boolean =>
  now.getTime() - finishedAt * 1000 < KEPT_MS[outcome];

export interface RecentHistory<T> {
  /** The history beside a queue with these ids. */
  beside(queued: readonly string[], signal: AbortSignal): Promise<readonly T[]>;
  /** Makes the next call ask: something was changed on purpose. */
  forget(): void;
}

export interface HistorySource<T> {
  load(signal: AbortSignal): Promise<readonly T[]>;
  /** An entry that the client still works on. */
  isUnsettled?(entry: T): boolean;
  readonly clock: PluginContext['clock'];
}

interface Known<T> {
  readonly entries: readonly T[];
  readonly askedAt: number;
}

/** Asks when a job has left the queue, while an entry is unsettled, and once a minute. */
export function recentHistory<T>({ load, isUnsettled = () => false, clock }: HistorySource<T>): RecentHistory<T> {
  let known: Known<T> | undefined;
  let before: readonly string[] = [];
  let forgotten = 0;

  const holds = ({ askedAt, entries }: Known<T>, queued: ReadonlySet<string>): boolean =>
    clock.now().getTime() - askedAt < ASK_AGAIN_MS &&
    before.every((id) => queued.has(id)) &&
    !entries.some(isUnsettled);

  return {
    async beside(queued, signal) {
      if (known !== undefined && holds(known, new Set(queued))) {
        before = queued;
        return known.entries;
      }
      const asked = { at: clock.now().getTime(), forgotten };
      const entries = await load(signal);
      before = queued;
      known = asked.forgotten === forgotten ? { entries, askedAt: asked.at } : undefined;
      return entries;
    },
    forget() {
      known = undefined;
      forgotten++;
    },
  };
}
