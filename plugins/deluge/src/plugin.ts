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
  id: 'deluge',
  title: 'Deluge',
  config: Type.Object({
    password: Secret('The password of the web interface'),
    daemon: Type.Optional(
      Type.String({ description: 'Which daemon of the connection manager, as address:port; not given: the first' }),
    ),
  }),
  create(ctx) {
    const client = connect(ctx);
    return {
      check: async (signal) => ({ name: 'Deluge', version: await client.version(signal) }),
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
