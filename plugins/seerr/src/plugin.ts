import {
  definePlugin,
  fill,
  issueCounts,
  issueItems,
  on,
  requestAct,
  requestCounts,
  requestItems,
  Secret,
  serve,
  serviceJobs,
  Type,
} from '@sidelight/plugin-api';
import { connect, publicSettings } from './client.js';
import { readsOf } from './reads.js';
import { openWebhook } from './webhook.js';

export default definePlugin({
  id: 'seerr',
  title: 'Seerr',
  kind: 'requests',
  defaultPort: 5055,
  recognise: publicSettings,
  server: true,
  config: Type.Object({ apiKey: Secret('Settings > General > API key') }),
  create(ctx) {
    const client = connect(ctx);
    const reads = readsOf(client, ctx);
    const webhook = openWebhook();
    const settled =
      <T>(read: (signal: AbortSignal) => Promise<T>) =>
      async (signal: AbortSignal) => {
        await webhook.settled();
        return read(signal);
      };
    return {
      check: reads.health,
      tasks: [
        fill(requestItems, '2m', settled(reads.requests), { idle: '5m' }),
        fill(requestCounts, '2m', settled(reads.requestCounts)),
        fill(issueItems, '5m', settled(reads.issues), { idle: '15m' }),
        fill(issueCounts, '5m', settled(reads.issueCounts)),
        fill(serviceJobs, '5m', reads.jobs),
      ],
      fragments: [
        serve(requestItems, reads.newestRequests),
        serve(requestCounts, reads.requestCountsSoon),
        serve(issueItems, reads.issues),
        serve(issueCounts, reads.issueCounts),
      ],
      actions: [on(requestAct, client.act, { ids: /^\d+$/, refuses: client.refusal })],
      image: client.image,
      webhook,
      stop: async () => reads.stop(),
    };
  },
});
