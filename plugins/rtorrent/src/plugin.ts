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

/** An info hash; rTorrent takes other targets for commands of other kinds. */
const IDS = /^[0-9a-f]{40}$/i;

export default definePlugin({
  id: 'rtorrent',
  title: 'rTorrent',
  kind: 'downloads',
  defaultPort: 8000,
  recognise: {
    get: '/RPC2',
    post: '<?xml version="1.0"?><methodCall><methodName>system.client_version</methodName></methodCall>',
    is: ({ status, data }) => status === 200 && /<methodResponse>.*<string>0\.\d/s.test(String(data)),
  },
  config: Type.Object({
    username: Type.Optional(Type.String({ description: 'Of the gateway, if it requires Basic authentication' })),
    password: Type.Optional(Secret('Of the gateway, if it requires Basic authentication')),
  }),
  create(ctx) {
    const client = connect(ctx);
    const queue = async (signal: AbortSignal) => {
      const torrents = await client.torrents(signal);
      return toQueue(torrents, await client.selections(torrents, signal));
    };
    return {
      check: async (signal) => ({ name: 'rTorrent', version: await client.version(signal) }),
      tasks: [
        fill(downloadQueue, '15s', queue, { idle: '30s' }),
        fill(downloadClient, '1m', async (signal) => [toClient(await client.state(signal))]),
      ],
      actions: [
        on(downloadPause, ({ id, paused }, signal) => client.pause(id, paused, signal), { ids: IDS }),
        on(downloadRemove, ({ id, deleteData }, signal) => client.remove(id, deleteData, signal), { ids: IDS }),
      ],
    };
  },
});
