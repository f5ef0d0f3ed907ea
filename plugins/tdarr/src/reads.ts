/** What tasks and fragments ask, as rows of the ports. */
import type { PluginContext } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { failuresIn, toCounts, toQueue, toWorkers } from './map.js';

/** A failure may show so much later: its table costs more than all else together. */
const FAILURES_SECONDS = 300;

export function readsOf(client: Client, { clock, memo }: Pick<PluginContext, 'clock' | 'memo'>) {
  const failures = (signal: AbortSignal) =>
    memo('failures', FAILURES_SECONDS, async () => failuresIn(await client.table('table3', signal)));

  return {
    workers: async (signal: AbortSignal) => toWorkers(await client.nodes(signal)),

    async counts(signal: AbortSignal) {
      const [statistics, nodes, failed] = await Promise.all([
        client.statistics(signal),
        client.nodes(signal),
        failures(signal),
      ]);
      return [toCounts({ statistics, nodes, failures: failed }, clock.now())];
    },

    async queue(signal: AbortSignal) {
      const [transcodes, checks] = await Promise.all([client.table('table1', signal), client.table('table4', signal)]);
      return [...toQueue(transcodes, 'transcode'), ...toQueue(checks, 'healthcheck')];
    },
  };
}
