import { definePlugin, Secret, Type } from '@sidelight/plugin-api';
import { actionHandlers } from './actions.js';
import { createClient } from './client.js';
import { imagePath } from './map-work.js';
import { listenTo } from './socket.js';
import { readsOf } from './tasks.js';
import { webhook } from './webhook.js';

const names = (description: string) => Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description }));

export default definePlugin({
  id: 'plex',
  title: 'Plex',
  kind: 'media',
  defaultPort: 32400,
  webPath: '/web',
  recognise: { get: '/identity', is: ({ data }) => /machineIdentifier/.test(JSON.stringify(data)) },
  config: Type.Object({
    token: Secret(
      'The X-Plex-Token of the owner: in Plex Web, Get Info of a title > View XML, at the end of the address',
    ),
    libraries: names('Only these libraries, by name; default: all'),
    ignoreLibraries: names('Libraries to ignore, by name'),
    history: Type.Boolean({
      default: false,
      description: 'Also read older plays from Plex. Do not combine with an import from Tautulli',
    }),
  }),
  create({ http, config, clock }) {
    const client = createClient(http, config.token);
    return {
      check: client.check,
      ...readsOf({ client, config, clock }),
      actions: actionHandlers(client),
      webhook,
      listen: listenTo({ http, clock, headers: client.headers }),
      image: async (name, signal) => client.image(imagePath(name), signal),
    };
  },
});
