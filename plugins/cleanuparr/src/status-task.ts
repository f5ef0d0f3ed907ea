/** What it watches over, and its jobs: two calls for both. */
import { opsHealth, type SyncTask, serviceJobs } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { healthRows, toJobs } from './map.js';

interface Context {
  readonly clock: { now(): Date };
}

export const statusTask = (client: Pick<Client, 'stats' | 'jobs'>, { clock }: Context): SyncTask => ({
  id: serviceJobs.id,
  every: '5m',
  fills: [serviceJobs, opsHealth],
  async run(out, signal) {
    const stats = await client.stats(signal);
    out.replace(serviceJobs, toJobs(await client.jobs(signal), stats));
    out.replace(opsHealth, healthRows(stats, clock.now()));
  },
});
