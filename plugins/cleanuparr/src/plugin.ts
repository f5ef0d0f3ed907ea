import { cleanupAttention, definePlugin, fill, Secret, Type } from '@sidelight/plugin-api';
import { runAction } from './actions.js';
import { connect, healthy } from './client.js';
import { eventsTask } from './events-task.js';
import { toMatter } from './map.js';
import { statusTask } from './status-task.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'cleanuparr',
  title: 'Cleanuparr',
  kind: 'cleanup',
  defaultPort: 11011,
  recognise: healthy,
  config: Type.Object({ apiKey: Secret('The API key of its account, 64 characters') }),
  create(ctx) {
    const client = connect(ctx);
    const matters = async (signal: AbortSignal) =>
      (await client.matters(signal)).filter(({ isDryRun }) => isDryRun !== true).map(toMatter);
    return {
      check: async (signal) => ({ name: 'Cleanuparr', version: await client.version(signal) }),
      tasks: [eventsTask(client, ctx), fill(cleanupAttention, '5m', matters), statusTask(client, ctx)],
      actions: [runAction(client)],
      webhook,
    };
  },
});
