import { definePlugin, fill, Secret, serve, Type, transcodeCounts, transcodeWorkers } from '@sidelight/plugin-api';
import { connect } from './client.js';
import { toCounts, toWorkers } from './map.js';

export default definePlugin({
  id: 'fileflows',
  title: 'FileFlows',
  kind: 'transcoding',
  defaultPort: 19200,
  recognise: {
    get: '/api/status',
    is: ({ data }) => /"processingFiles":\[/.test(JSON.stringify(data)),
  },
  config: Type.Object({
    token: Type.Optional(Secret('Its access token; empty if its security is off')),
  }),
  create(ctx) {
    const client = connect(ctx);
    const workers = async (signal: AbortSignal) => toWorkers(await client.status(signal));
    const counts = async (signal: AbortSignal) => {
      const [status, tallies] = await Promise.all([client.status(signal), client.tallies(signal)]);
      return [toCounts(status, tallies)];
    };
    return {
      async check(signal) {
        await client.status(signal);
        return { name: 'FileFlows' };
      },
      tasks: [fill(transcodeWorkers, '30s', workers, { idle: '2m' }), fill(transcodeCounts, '2m', counts)],
      fragments: [serve(transcodeWorkers, workers), serve(transcodeCounts, counts)],
    };
  },
});
