import {
  definePlugin,
  fill,
  Secret,
  serve,
  Type,
  transcodeCounts,
  transcodeQueue,
  transcodeWorkers,
} from '@sidelight/plugin-api';
import { connect } from './client.js';
import { readsOf } from './reads.js';

export default definePlugin({
  id: 'tdarr',
  title: 'Tdarr',
  kind: 'transcoding',
  defaultPort: 8265,
  recognise: {
    get: '/api/v2/status',
    is: ({ data }) => /"isProduction":(true|false)/.test(JSON.stringify(data)),
  },
  config: Type.Object({
    apiKey: Type.Optional(Secret('An API key of Tdarr; empty if its sign-in is off')),
  }),
  create(ctx) {
    const client = connect(ctx);
    const reads = readsOf(client, ctx);
    return {
      /** The status may be had without a key: the counters are not. */
      async check(signal) {
        const { version } = await client.status(signal);
        await client.statistics(signal);
        return { name: 'Tdarr', version };
      },
      tasks: [
        fill(transcodeWorkers, '30s', reads.workers, { idle: '2m' }),
        fill(transcodeCounts, '2m', reads.counts),
        fill(transcodeQueue, '2m', reads.queue, { idle: '5m' }),
      ],
      fragments: [
        serve(transcodeWorkers, reads.workers),
        serve(transcodeCounts, reads.counts),
        serve(transcodeQueue, reads.queue),
      ],
    };
  },
});
