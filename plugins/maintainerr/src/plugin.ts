import { cleanupItems, definePlugin, fill, serve } from '@sidelight/plugin-api';
import { connect, health } from './client.js';
import { toItems } from './map.js';
import { storageTask } from './storage-task.js';

export default definePlugin({
  id: 'maintainerr',
  title: 'Maintainerr',
  kind: 'cleanup',
  defaultPort: 6246,
  recognise: health,
  server: true,
  create(ctx) {
    const client = connect(ctx);
    const items = async (signal: AbortSignal) => toItems(await client.collections(signal));
    return {
      check: async (signal) => ({ name: 'Maintainerr', version: await client.version(signal) }),
      tasks: [fill(cleanupItems, '5m', items), storageTask(client, ctx)],
      fragments: [serve(cleanupItems, items)],
    };
  },
});
