/** Which networks and feeds nothing is heard of, and when feeds run. */
import { opsHealth, type SyncTask, serviceJobs } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { feedJobs, feedRows, networkRows } from './map.js';

interface Context {
  readonly clock: { now(): Date };
}

export const healthTask = (client: Pick<Client, 'networks' | 'feeds'>, { clock }: Context): SyncTask => ({
  id: opsHealth.id,
  every: '5m',
  fills: [opsHealth, serviceJobs],
  async run(out, signal) {
    const networks = await client.networks(signal);
    const feeds = await client.feeds(signal);
    const now = clock.now();
    out.replace(opsHealth, [...networkRows(networks, now), ...feedRows(feeds, now)]);
    out.replace(serviceJobs, feedJobs(feeds));
  },
});
