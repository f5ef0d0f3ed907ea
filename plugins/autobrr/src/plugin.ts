import { definePlugin, feedCounts, fill, Secret, Type } from '@sidelight/plugin-api';
import { retryAction } from './actions.js';
import { connect, refusal } from './client.js';
import { healthTask } from './health-task.js';
import { hitsTask } from './hits-task.js';
import { toCounts } from './map.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'autobrr',
  title: 'autobrr',
  kind: 'feeds',
  defaultPort: 7474,
  recognise: refusal,
  config: Type.Object({ apiKey: Secret('Settings > API keys') }),
  create(ctx) {
    const client = connect(ctx);
    return {
      check: async (signal) => ({ name: 'autobrr', version: await client.version(signal) }),
      tasks: [
        hitsTask(client, ctx),
        fill(feedCounts, '5m', async (signal) => [toCounts(await client.stats(signal))]),
        healthTask(client, ctx),
      ],
      actions: [retryAction({ client, clock: ctx.clock })],
      webhook,
    };
  },
});
