import {
  definePlugin,
  fill,
  on,
  serve,
  serviceJobs,
  transcodeCounts,
  transcodePause,
  transcodeQueue,
  transcodeRescan,
  transcodeResume,
  transcodeWorkers,
} from '@sidelight/plugin-api';
import { connect } from './client.js';
import { readsOf } from './reads.js';

/** What is done is done to all workers, or to all libraries. */
const ALL = { ids: /^all$/ };

export default definePlugin({
  id: 'unmanic',
  title: 'Unmanic',
  kind: 'transcoding',
  defaultPort: 8888,
  webPath: '/unmanic/ui',
  recognise: {
    get: '/unmanic/api/v2/version/read',
    is: ({ status, data }) => status === 200 && /^\{"version":"[^"]+"\}$/.test(JSON.stringify(data)),
  },
  create(ctx) {
    const client = connect(ctx);
    const reads = readsOf(client, ctx.clock);
    return {
      check: async (signal) => ({ name: 'Unmanic', version: await client.version(signal) }),
      tasks: [
        fill(transcodeWorkers, '30s', reads.workers, { idle: '2m' }),
        fill(transcodeCounts, '2m', reads.counts),
        fill(transcodeQueue, '2m', reads.queue, { idle: '5m' }),
        fill(serviceJobs, '5m', reads.jobs),
      ],
      fragments: [
        serve(transcodeWorkers, reads.workers),
        serve(transcodeCounts, reads.counts),
        serve(transcodeQueue, reads.queue),
      ],
      actions: [
        on(transcodePause, (_, signal) => client.pauseAll(true, signal), ALL),
        on(transcodeResume, (_, signal) => client.pauseAll(false, signal), ALL),
        on(transcodeRescan, (_, signal) => client.rescan(signal), {
          ...ALL,
          refuses: (_, signal) => client.refusal(signal),
        }),
      ],
    };
  },
});
