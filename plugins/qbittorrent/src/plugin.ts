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

/** An info hash, cut to 40 digits where it is of the second kind. qBittorrent would take a list of them, and "all", too. */
const IDS = /^[0-9a-f]{40}$/i;

export default definePlugin({
  id: 'qbittorrent',
  title: 'qBittorrent',
  kind: 'downloads',
  defaultPort: 8080,
  recognise: { get: '/', is: ({ data }) => /<title>qBittorrent\b/.test(String(data)) },
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
        on(downloadPause, ({ id, paused }, signal) => client.pause(id, paused, signal), { ids: IDS, find: client.has }),
        on(downloadRemove, ({ id, deleteData }, signal) => client.remove(id, deleteData, signal), {
          ids: IDS,
          find: client.has,
        }),
      ],
    };
  },
});
