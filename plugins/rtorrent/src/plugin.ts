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
  id: 'rtorrent',
  title: 'rTorrent',
  config: Type.Object({
    username: Type.Optional(Type.String({ description: 'Of the gateway, if it asks for basic authentication' })),
    password: Type.Optional(Secret('Of the gateway, if it asks for basic authentication')),
  }),
  create(ctx) {
    const client = connect(ctx);
    return {
      check: async (signal) => ({ name: 'rTorrent', version: await client.version(signal) }),
      tasks: [
        fill(downloadQueue, '15s', async (signal) => toQueue(await client.torrents(signal)), { idle: '30s' }),
        fill(downloadClient, '1m', async (signal) => [toClient(await client.state(signal))]),
      ],
      actions: [
        on(downloadPause, ({ id, paused }, signal) => client.pause(id, paused, signal)),
        on(downloadRemove, ({ id, deleteData }, signal) => client.remove(id, deleteData, signal)),
      ],
    };
  },
});
