import { definePlugin, fill, indexerList, indexersTest, on, opsHealth, Type } from '@sidelight/plugin-api';
import * as servarr from '@sidelight/servarr';
import { createClient } from './client.js';
import { indexerRow, indexerRows, isFailing } from './map.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'prowlarr',
  title: 'Prowlarr',
  kind: 'indexers',
  defaultPort: 9696,
  recognise: servarr.loginPageOf('Prowlarr'),
  maxBodyBytes: servarr.LISTING_BYTES,
  config: Type.Object({ apiKey: servarr.apiKey() }),
  create(ctx) {
    const { id, clock, zone } = ctx;
    const client = createClient(servarr.connect(ctx, { app: 'Prowlarr', version: 'v1' }));
    const failing = async (signal: AbortSignal) =>
      (await client.failing(signal)).filter((status) => isFailing(status, clock.now()));

    /** Pauses outlive the indexers that they are of, so each indexer is asked for. */
    async function health(signal: AbortSignal) {
      const now = clock.now();
      const rows = [];
      for (const status of await failing(signal)) {
        const indexer = await client.indexer(status.indexerId, signal);
        if (indexer?.enable === true) rows.push(indexerRow(status, indexer.name, now, zone));
      }
      const told = rows.map(({ name }) => name);
      return [...servarr.healthRows(await client.health(signal), { id, now }, told), ...rows];
    }

    const indexers = async (signal: AbortSignal) =>
      indexerRows(await client.indexers(signal), await failing(signal), await client.stats(signal));

    return {
      check: client.check,
      tasks: [fill(opsHealth, '5m', health), fill(indexerList, '15m', indexers), servarr.jobsTask(client)],
      actions: [on(indexersTest, (_, signal) => client.testAll(signal), { ids: /^all$/ })],
      webhook,
    };
  },
});
