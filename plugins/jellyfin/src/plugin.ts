import * as port from '@sidelight/plugin-api';
import { definePlugin, fill, Secret, serve, Type } from '@sidelight/plugin-api';
import { actionHandlers } from './actions.js';
import { createClient } from './client.js';
import { gapsTask } from './gaps-task.js';
import { itemsTask } from './items-task.js';
import { disksTask, librariesTask } from './libraries-task.js';
import { devicesOf, serverOf, userOf, wantedLibraries } from './map.js';
import { jobsOf } from './map-jobs.js';
import { imagePath } from './map-work.js';
import { jobsTask } from './newsletters.js';
import { playing } from './playing.js';
import { signInWith } from './sign-in.js';
import { sweepTask } from './sweep-task.js';
import { webhook } from './webhook.js';

const names = (description: string) => Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description }));

export default definePlugin({
  id: 'jellyfin',
  title: 'Jellyfin',
  defaultPort: 8096,
  webPath: '/web',
  recognise: {
    get: '/System/Info/Public',
    is: ({ data }) => /"productname":"jellyfin server"/i.test(JSON.stringify(data)),
  },
  config: Type.Object({
    apiKey: Secret('An API key: Dashboard > API Keys > +'),
    libraries: names('Only these libraries, by name; all of them when left out'),
    ignoreLibraries: names('Not these libraries, by name'),
  }),
  create({ id, http, config, clock, zone, log }) {
    const client = createClient(http, config.apiKey);
    const libraries = async (signal: AbortSignal) => wantedLibraries(await client.libraries(signal), config);
    const server = async (signal: AbortSignal) => [serverOf(await client.pinged(clock, signal))];
    const sessions = playing(client, log);
    const jobs = async (signal: AbortSignal) => jobsOf(await client.jobs(signal), clock.now(), zone);
    return {
      check: client.check,
      tasks: [
        fill(port.mediaServer, '1m', server),
        fill(port.mediaUsers, '15m', async (signal) => (await client.users(signal)).map(userOf)),
        librariesTask(libraries),
        fill(port.mediaSessions, '10s', sessions, { idle: '30s' }),
        fill(port.mediaDevices, '15m', async (signal) => devicesOf((await client.devices(signal)).Items)),
        jobsTask(client, clock, zone),
        disksTask(client),
        itemsTask({ client, clock, libraries }),
        sweepTask({ client, libraries }),
        gapsTask({ client, clock }),
      ],
      fragments: [serve(port.mediaServer, server), serve(port.mediaSessions, sessions), serve(port.mediaJobs, jobs)],
      actions: actionHandlers(client),
      webhook,
      image: async (name, signal) => client.image(imagePath(name), signal),
      ...signInWith(client, log, `sidelight-${id}`),
    };
  },
});
