/** A plugin may fill `ops.health` with what its upstream watches over: the core's own row about the integration stays. */
import { opsHealth } from '@sidelight/plugin-api';
import type { Change } from '../cache/cache.js';
import type { Derivation } from './derivation.js';

export const healthDerivation: Derivation = {
  port: opsHealth,
  comparesRows: true,
  derive({ batch, committed }) {
    const own = committed.filter((row) => opsHealth.key(row as never) === batch.source);
    return batch.changes.map((change) => (change.port === opsHealth.id ? sparing(change, batch.source, own) : change));
  },
};

function sparing(change: Change, id: string, own: readonly object[]): Change {
  const foreign = (items: readonly object[]) => items.filter((item) => opsHealth.key(item as never) !== id);
  if (change.kind === 'replace') return { ...change, items: [...foreign(change.items), ...own] };
  if (change.kind === 'append') return change;
  return { ...change, upsert: foreign(change.upsert), remove: change.remove.filter((key) => key !== id) };
}
