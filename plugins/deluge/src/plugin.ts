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

/** An info hash. */
const IDS = /^[0-9a-f]{40}$/i;

export default definePlugin({
  id: 'deluge',
  title: 'Deluge',
  kind: 'downloads',
  defaultPort: 8112,
  recognise: { get: '/', is: ({ data }) => /<title>Deluge\b/.test(String(data)) },
  config: Type.Object({
    password: Secret('The password of the web interface'),
    daemon: Type.Optional(
      Type.String({ description: 'Daemon in the connection manager, as address:port; default: the first' }),
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
        on(downloadPause, ({ id, paused }, signal) => client.pause(id, paused, signal), { ids: IDS, find: client.has }),
        on(downloadRemove, ({ id, deleteData }, signal) => client.remove(id, deleteData, signal), { ids: IDS }),
      ],
    };
  },
});
