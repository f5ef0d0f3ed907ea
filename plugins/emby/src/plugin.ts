import { actionHandlers, imagePath, libraryChoice, listenTo, readsOf, signInWith } from '@sidelight/mediabrowser';
import { definePlugin, Secret, Type } from '@sidelight/plugin-api';
import { createClient } from './client.js';
import { webhook } from './webhook.js';

const SESSIONS = /^[0-9a-f]{32}$/i;
const TITLES = /^\d+$/;

export default definePlugin({
  id: 'emby',
  title: 'Emby',
  kind: 'media',
  defaultPort: 8096,
  webPath: '/web',
  recognise: {
    get: '/System/Info/Public',
    // Jellyfin answers there, too, and names itself.
    is: ({ data }) => /"version":"4\./i.test(JSON.stringify(data)) && !/"productname"/i.test(JSON.stringify(data)),
  },
  config: Type.Object({
    apiKey: Secret('An API key: Dashboard > API Keys > New API Key'),
    ...libraryChoice,
  }),
  create({ id, http, config, clock, zone, log }) {
    const client = createClient(http, config.apiKey);
    const device = `sidelight-${id}`;
    const { message, stop } = client;
    const commands = { sessionIds: SESSIONS, titleIds: TITLES, message, stop, refresh: { recursive: true } };
    return {
      check: client.check,
      ...readsOf({ client, title: 'Emby', config, clock, zone, log }),
      actions: actionHandlers(client, commands),
      webhook,
      // It looks for the key of a socket nowhere else.
      listen: listenTo({ http, clock, path: '/embywebsocket', query: { api_key: config.apiKey, deviceId: device } }),
      image: async (name, signal) => client.image(imagePath(name, TITLES), signal),
      signIn: signInWith(client, log, device),
    };
  },
});
