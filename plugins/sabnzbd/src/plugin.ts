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

/** As 5.x makes them, and versions before it. SABnzbd would take a list of them, and "all", too. */
const IDS = /^(SABnzbd_nzo_\w+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

export default definePlugin({
  id: 'sabnzbd',
  title: 'SABnzbd',
  kind: 'downloads',
  defaultPort: 8080,
  recognise: {
    // Answered whatever the key.
    get: '/api?mode=auth&output=json',
    is: ({ data }) => /^\{"auth":"\w+"\}$/.test(JSON.stringify(data)),
  },
  config: Type.Object({
    apiKey: Secret('Config > General > API Key'),
  }),
  create(ctx) {
    const client = connect(ctx);
    const queue = async (signal: AbortSignal) => {
      const jobs = await client.jobs(signal);
      return toQueue(jobs.queue, jobs.history, ctx.clock.now());
    };
    return {
      check: async (signal) => ({ name: 'SABnzbd', version: await client.version(signal) }),
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
