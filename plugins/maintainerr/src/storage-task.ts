/** What could be freed, and whom Maintainerr could not ask for that: seldom, as it asks everybody each time. */
import { cleanupCounts, opsHealth, type SyncTask } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { healthRows, toCounts } from './map.js';

interface Context {
  readonly clock: { now(): Date };
}

export const storageTask = (client: Pick<Client, 'storage'>, { clock }: Context): SyncTask => ({
  id: cleanupCounts.id,
  every: '30m',
  fills: [cleanupCounts, opsHealth],
  async run(out, signal) {
    const storage = await client.storage(signal);
    out.replace(cleanupCounts, [toCounts(storage)]);
    out.replace(opsHealth, healthRows(storage, clock.now()));
  },
});
