import { definePlugin, fill, opsHealth, Type } from '@sidelight/plugin-api';
import * as servarr from '@sidelight/servarr';
import { createClient } from './client.js';
import { indexerRow, isFailing, withIndexers } from './map.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'prowlarr',
  title: 'Prowlarr',
  defaultPort: 9696,
  recognise: servarr.loginPageOf('Prowlarr'),
  config: Type.Object({ apiKey: servarr.apiKey() }),
  create(ctx) {
    const { id, clock, zone } = ctx;
    const client = createClient(servarr.connect(ctx, { app: 'Prowlarr', version: 'v1' }), ctx);

    async function health(signal: AbortSignal) {
      const now = clock.now();
      const failing = (await client.failing(signal)).filter((status) => isFailing(status, now));
      const indexers = [];
      for (const status of failing) {
        indexers.push(indexerRow(status, await client.nameOf(status.indexerId, signal), now, zone));
      }
      return withIndexers(servarr.healthRows(await client.health(signal), { id, now }), indexers);
    }

    return { check: client.check, tasks: [fill(opsHealth, '5m', health), servarr.jobsTask(client)], webhook };
  },
});
