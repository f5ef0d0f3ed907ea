import { actionHandlers, imagePath, libraryChoice, listenTo, readsOf, signInWith } from '@sidelight/mediabrowser';
import { definePlugin, fill, Secret, serverDisks, Type } from '@sidelight/plugin-api';
import { createClient } from './client.js';
import { disksOf } from './map.js';
import { jobsTask } from './newsletters.js';
import { signInByCodeWith } from './sign-in.js';
import { webhook } from './webhook.js';

/** Sessions and titles alike. */
const IDS = /^[0-9a-f]{32}$/i;

export default definePlugin({
  id: 'jellyfin',
  title: 'Jellyfin',
  kind: 'media',
  defaultPort: 8096,
  webPath: '/web',
  recognise: {
    get: '/System/Info/Public',
    is: ({ data }) => /"productname":"jellyfin server"/i.test(JSON.stringify(data)),
  },
  config: Type.Object({
    apiKey: Secret('An API key: Dashboard > API Keys > +'),
    ...libraryChoice,
  }),
  create({ id, http, config, clock, zone, log }) {
    const client = createClient(http, config.apiKey);
    const device = `sidelight-${id}`;
    const { headers, message, stop } = client;
    const disks = fill(serverDisks, '15m', async (signal) => disksOf((await client.storage(signal)) ?? {}));
    return {
      check: client.check,
      ...readsOf({
        client,
        title: 'Jellyfin',
        jobs: jobsTask(client, clock, zone),
        besides: [{ ...disks, id: 'disks' }],
        ...{ config, clock, zone, log },
      }),
      actions: actionHandlers(client, { sessionIds: IDS, titleIds: IDS, message, stop }),
      webhook,
      // The header, not the query: what is in a query stands in the logs of servers and proxies.
      listen: listenTo({ http, clock, path: '/socket', headers }),
      image: async (name, signal) => client.image(imagePath(name, IDS), signal),
      signIn: signInWith(client, log, device),
      signInByCode: signInByCodeWith(client, log, device),
    };
  },
});
