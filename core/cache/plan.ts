/** What a batch wants of each port, with its changes folded into one: the last word on a key wins. Pure. */
import type { AnyPort } from '@sidelight/plugin-api';
import type { Change } from './cache.js';
import { storedKey } from './stored-row.js';

export interface Plan {
  readonly port: string;
  /** Rows that `items` does not name go. */
  readonly whole: boolean;
  /** Stored key → the item; null: that row goes. */
  readonly items: Map<string, object | null>;
}

export function plansOf(changes: readonly Change[], portOf: (id: string) => AnyPort): readonly Plan[] {
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
    if (change.kind === 'patch') for (const key of change.remove) plan.items.set(storedKey(key), null);
    for (const item of change.kind === 'patch' ? change.upsert : change.items) {
      plan.items.set(storedKey(port.key(item)), item);
    }
  }
  return [...plans.values()];
}
