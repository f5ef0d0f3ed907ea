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
  id: 'qbittorrent',
  title: 'qBittorrent',
  config: Type.Object({
    username: Type.Optional(Type.String({ description: 'Tools > Options > Web UI > Authentication' })),
    password: Type.Optional(Secret('Tools > Options > Web UI > Authentication')),
    apiKey: Type.Optional(Secret('From 5.2 on, instead of a name and password: Tools > Options > Web UI > API key')),
  }),
  create(ctx) {
    const client = connect(ctx);
    return {
      check: async (signal) => ({ name: 'qBittorrent', version: await client.version(signal) }),
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
