import * as port from '@sidelight/plugin-api';
import { definePlugin, fill, Secret, serve, Type } from '@sidelight/plugin-api';
import { connect, recognition } from './client.js';
import { librariesOf, serversOf, usersOf } from './map.js';
import { sessionsOf } from './map-sessions.js';
import { newslettersTask } from './newsletters-task.js';
import { playsTask } from './plays-task.js';
import { webhook } from './webhook.js';

export default definePlugin({
  id: 'tautulli',
  title: 'Tautulli',
  kind: 'media',
  server: true,
  defaultPort: 8181,
  recognise: recognition,
  config: Type.Object({
    apiKey: Secret('Settings > Web Interface > API Key'),
    zone: Type.Optional(
      Type.String({
        format: 'time-zone',
        examples: ['Europe/Berlin'],
        description:
          'The time zone of the machine that Tautulli runs on, used for newsletters; default: that of Sidelight',
      }),
    ),
  }),
  create(ctx) {
    const { config, zone, clock } = ctx;
    const client = connect(ctx);
    const sessions = async (signal: AbortSignal) => sessionsOf(await client.sessions(signal));
    return {
      check: async (signal) => {
        const { tautulli_version: version } = await client.info(signal);
        return { name: 'Tautulli', version: version.replace(/^v/, '') };
      },
      tasks: [
        fill(port.mediaServer, '15m', async (signal) => serversOf(await client.server(signal))),
        fill(port.mediaUsers, '15m', async (signal) =>
          usersOf(await client.users(signal), await client.lastSeen(signal)),
        ),
        fill(port.mediaLibraries, '15m', async (signal) => librariesOf(await client.libraries(signal))),
        fill(port.mediaSessions, '10s', sessions, { idle: '30s' }),
        playsTask(client, clock),
        newslettersTask(client, config.zone ?? zone, ctx),
      ],
      fragments: [serve(port.mediaSessions, sessions)],
      webhook,
    };
  },
});
