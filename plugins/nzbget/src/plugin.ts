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

/** An NZBID. */
const IDS = /^\d+$/;

export default definePlugin({
  id: 'nzbget',
  title: 'NZBGet',
  kind: 'downloads',
  defaultPort: 6789,
  recognise: {
    get: '/',
    is: ({ headers }) => /nzbget/i.test(`${headers['server']} ${headers['www-authenticate']}`),
  },
  config: Type.Object({
    username: Type.Optional(Type.String({ description: 'ControlUsername; empty if ControlPassword is empty' })),
    password: Type.Optional(Secret('ControlPassword')),
  }),
  create(ctx) {
    const client = connect(ctx);
    const queue = async (signal: AbortSignal) => {
      const { groups, status, history } = await client.jobs(signal);
      return toQueue(groups, status, history, ctx.clock.now());
    };
    return {
      check: async (signal) => ({ name: 'NZBGet', version: await client.version(signal) }),
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
