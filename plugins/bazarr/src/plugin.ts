import {
  definePlugin,
  fill,
  IntegrationId,
  opsHealth,
  Secret,
  serviceJobs,
  subtitleCounts,
  subtitleWanted,
  Type,
} from '@sidelight/plugin-api';
import { actionsOf } from './actions.js';
import { connect, ping } from './client.js';
import { readsOf } from './reads.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'bazarr',
  title: 'Bazarr',
  kind: 'subtitles',
  defaultPort: 6767,
  recognise: ping,
  config: Type.Object({
    apiKey: Secret('Settings > General > Security > API Key'),
    radarr: Type.Optional(IntegrationId('The integration of the Radarr that this Bazarr works for', 'radarr')),
    sonarr: Type.Optional(IntegrationId('The integration of the Sonarr that this Bazarr works for', 'sonarr')),
  }),
  create(ctx) {
    const client = connect(ctx);
    const reads = readsOf(client, ctx);
    return {
      check: client.check,
      tasks: [
        fill(subtitleWanted, '15m', reads.wanted),
        fill(subtitleCounts, '5m', reads.counts),
        fill(opsHealth, '5m', reads.health),
        fill(serviceJobs, '5m', reads.jobs),
      ],
      actions: actionsOf(client),
      webhook,
    };
  },
});
