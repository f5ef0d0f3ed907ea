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
  Type,
} from '@sidelight/plugin-api';
import { about, connect } from './client.js';
import { ROW_ID } from './map.js';
import { readsOf } from './reads.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'ombi',
  title: 'Ombi',
  kind: 'requests',
  defaultPort: 3579,
  recognise: about,
  server: true,
  config: Type.Object({ apiKey: Secret('Settings > Configuration > General > API Key') }),
  create(ctx) {
    const client = connect(ctx);
    const reads = readsOf(client);
    return {
      check: client.check,
      tasks: [
        fill(requestItems, '2m', reads.requests, { idle: '5m' }),
        fill(requestCounts, '2m', reads.requestCounts),
        fill(issueItems, '5m', reads.issues, { idle: '15m' }),
        fill(issueCounts, '5m', reads.issueCounts),
      ],
      fragments: [
        serve(requestItems, reads.newestRequests),
        serve(requestCounts, reads.requestCounts),
        serve(issueItems, reads.issues),
        serve(issueCounts, reads.issueCounts),
      ],
      actions: [on(requestAct, reads.act, { ids: ROW_ID, refuses: reads.refusal })],
      webhook,
    };
  },
});
