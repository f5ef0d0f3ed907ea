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
import { toClient, toHealth, toQueue } from './map.js';

/** An info hash; Transmission would take the word "recently-active", too. */
const IDS = /^[0-9a-f]{40}$/i;

export default definePlugin({
  id: 'transmission',
  title: 'Transmission',
  kind: 'downloads',
  defaultPort: 9091,
  recognise: {
    get: '/transmission/rpc',
    is: ({ headers }) =>
      'x-transmission-session-id' in headers ||
      /Transmission/.test(`${headers['server']} ${headers['www-authenticate']}`),
  },
  config: Type.Object({
    username: Type.Optional(
      Type.String({ description: 'rpc-username in settings.json; empty without rpc-authentication' }),
    ),
    password: Type.Optional(Secret('The original password for rpc-password in settings.json')),
  }),
  create(ctx) {
    const client = connect(ctx);
    return {
      check: async (signal) => toHealth(await client.session(signal)),
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
