/** A job that is switched on, sooner than its schedule says. */
import { type ActionHandler, cleanupRun, on } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { isOff } from './map.js';

export function runAction(client: Pick<Client, 'jobs' | 'trigger'>): ActionHandler {
  const jobOf = async (id: string, signal: AbortSignal) =>
    (await client.jobs(signal)).find(({ jobType }) => jobType === id);

  return on(cleanupRun, ({ id }, signal) => client.trigger(id, signal), {
    ids: /^[A-Za-z]+$/,
    find: async (id, signal) => (await jobOf(id, signal)) !== undefined,
    // It would run all the same, though its owner has switched it off.
    async refuses({ id }, signal) {
      const job = await jobOf(id, signal);
      return job !== undefined && isOff(job) ? `${job.name} is switched off in Cleanuparr` : undefined;
    },
  });
}
