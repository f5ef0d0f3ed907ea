import {
  definePlugin,
  downloadClient,
  downloadPause,
  downloadQueue,
  downloadRemove,
  fill,
  on,
  Secret,
  Type,
} from '@sidelight/plugin-api';
import { connect } from './client.js';
import { toClient, toQueue } from './map.js';

export default definePlugin({
  id: 'aria2',
  title: 'aria2',
  config: Type.Object({
    secret: Type.Optional(Secret('rpc-secret in aria2.conf, or --rpc-secret of the command line')),
  }),
  create(ctx) {
    const client = connect(ctx);
    return {
      check: async (signal) => ({ name: 'aria2', version: await client.version(signal) }),
      tasks: [
        fill(downloadQueue, '15s', async (signal) => toQueue(await client.downloads(signal)), { idle: '30s' }),
        fill(downloadClient, '1m', async (signal) => [toClient(await client.state(signal))]),
      ],
      actions: [
        on(downloadPause, ({ id, paused }, signal) => client.pause(id, paused, signal)),
        on(downloadRemove, ({ id, deleteData }, signal) => client.remove(id, deleteData, signal)),
      ],
    };
  },
});
