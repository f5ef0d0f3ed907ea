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

/** A gid; aria2 would take the beginning of one for the whole. */
const IDS = /^[0-9a-f]{16}$/i;

export default definePlugin({
  id: 'aria2',
  title: 'aria2',
  kind: 'downloads',
  defaultPort: 6800,
  recognise: {
    // Answered whatever the secret.
    get: '/jsonrpc?method=system.listMethods&id=sidelight',
    is: ({ data }) => /"aria2\.tellActive"/.test(JSON.stringify(data)),
  },
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
        on(downloadPause, ({ id, paused }, signal) => client.pause(id, paused, signal), { ids: IDS }),
        on(downloadRemove, ({ id, deleteData }, signal) => client.remove(id, deleteData, signal), { ids: IDS }),
      ],
    };
  },
});
