/** What tasks and fragments ask, as rows of the ports. */
import type { PluginContext } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { busyTasks, dayBefore, toCounts, toJobs, toQueue, toWorkers } from './map.js';

export const readsOf = (client: Client, clock: PluginContext['clock']) => ({
  async workers(signal: AbortSignal) {
    const all = await client.workers(signal);
    return toWorkers(all, await client.tasks(busyTasks(all), signal));
  },

  async counts(signal: AbortSignal) {
    const now = clock.now();
    const [workers, pending, past] = await Promise.all([
      client.workers(signal),
      client.pending(signal),
      client.past(dayBefore(now), signal),
    ]);
    return [toCounts({ workers, pending, past }, now)];
  },

  queue: async (signal: AbortSignal) => toQueue(await client.pending(signal)),
  jobs: async (signal: AbortSignal) => toJobs(await client.scan(signal)),
});
