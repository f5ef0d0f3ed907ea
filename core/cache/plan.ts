/** What a batch wants of each port, with its changes folded into one: the last word on a key wins. Pure. */
import type { AnyPort } from '@sidelight/plugin-api';
import { CodedError } from '../ground/errors.js';
import { atOnce, each } from '../time/turns.js';
import type { Batch, Change } from './cache.js';
import { storedKey } from './stored-row.js';

export interface Plan {
  readonly port: string;
  /** Rows that `items` does not name go. */
  readonly whole: boolean;
  /** Stored key → the item; null: that row goes. */
  readonly items: Map<string, object | null>;
}

export const plansOf = (changes: readonly Change[], portOf: (id: string) => AnyPort): readonly Plan[] =>
  atOnce(planning(changes, portOf));

/** The same in turns: a change may hold all titles of a library. */
export function* planning(
  changes: readonly Change[],
  portOf: (id: string) => AnyPort,
): Generator<void, readonly Plan[]> {
  const plans = new Map<string, Plan>();
  for (const change of changes) {
    const port = portOf(change.port);
    const replaces = change.kind === 'replace';
    const plan = (replaces ? undefined : plans.get(change.port)) ?? {
      port: change.port,
      whole: replaces,
      items: new Map(),
    };
    plans.set(change.port, plan);
    if (change.kind === 'patch') yield* each(change.remove, (key) => plan.items.set(storedKey(key), null));
    const items = change.kind === 'patch' ? change.upsert : change.items;
    yield* each(items, (item) => plan.items.set(storedKey(port.key(item)), item));
  }
  return [...plans.values()];
}

const LARGE = 100;

/** Stored keys of rows that a batch removes on purpose. */
export const meantBy = ({ meant }: Batch, port: string): ReadonlySet<string> =>
  new Set([...(meant?.get(port) ?? [])].map(storedKey));

/**
 * Whether these removals of so many rows look like an upstream that lost its library, not like a tidy-up. What goes from a log
 * goes because somebody has said so.
 */
export function isShrink(
  { keep }: Pick<AnyPort, 'keep'>,
  removed: readonly string[],
  held: number,
  meant: ReadonlySet<string>,
): boolean {
  const lost = removed.filter((key) => !meant.has(key)).length;
  const left = held - (removed.length - lost);
  return keep === 'snapshot' && left >= LARGE && lost * 2 > left;
}

/**
 * Holds back a commit that would empty most of a port, once: an upstream whose disk is not mounted says the same as one
 * that was cleared, but seldom twice.
 */
export class ShrinkGuard {
  private readonly refused = new Set<string>();

  /** @throws shrink_refused when one of the ports shrinks that did not try to in the task's last commit */
  check({ source, task }: Batch, shrinking: readonly string[]): void {
    const fresh = shrinking.filter((port) => !this.refused.has(`${source}\n${task}\n${port}`));
    if (fresh.length === 0) return;
    for (const port of fresh) this.refused.add(`${source}\n${task}\n${port}`);
    throw new CodedError(
      'shrink_refused',
      `${source} would lose more than half of ${fresh.join(', ')}: not applied until the next run confirms it`,
    );
  }

  /** A commit was made: what it touched starts anew. */
  settled({ source, task }: Batch, ports: Iterable<string>): void {
    for (const port of ports) this.refused.delete(`${source}\n${task}\n${port}`);
  }
}
