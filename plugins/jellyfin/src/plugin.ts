import * as port from '@sidelight/plugin-api';
import { definePlugin, fill, Secret, serve, Type } from '@sidelight/plugin-api';
import { actionHandlers } from './actions.js';
import { createClient } from './client.js';
import { itemsTask } from './items-task.js';
import { devicesOf, jobsOf, libraryOf, serverOf, userOf, wantedLibraries } from './map.js';
import { sessionsOf } from './map-sessions.js';
import { imagePath } from './map-work.js';
import { signInWith } from './sign-in.js';
import { sweepTask } from './sweep-task.js';
import { webhook } from './webhook.js';

const names = (description: string) => Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description }));

export default definePlugin({
  id: 'jellyfin',
  title: 'Jellyfin',
  defaultPort: 8096,
  recognise: {
    get: '/System/Info/Public',
    is: ({ data }) => /"productname":"jellyfin server"/i.test(JSON.stringify(data)),
  },
  config: Type.Object({
    apiKey: Secret('An API key: Dashboard > API Keys > +'),
    libraries: names('Only these libraries, by name; all of them when left out'),
    ignoreLibraries: names('Not these libraries, by name'),
  }),
  create({ id, http, config, clock, log }) {
    const client = createClient(http, config.apiKey);
    const libraries = async (signal: AbortSignal) => wantedLibraries(await client.libraries(signal), config);
    const server = async (signal: AbortSignal) => {
      const asked = clock.now().getTime();
      const info = await client.info(signal);
      return [serverOf(info, clock.now().getTime() - asked)];
    };
    const sessions = async (signal: AbortSignal) => sessionsOf(await client.sessions(signal));
    const jobs = async (signal: AbortSignal) => jobsOf(await client.jobs(signal));
    return {
      async check(signal) {
        const { ServerName, Version } = await client.info(signal);
        return { name: ServerName ?? undefined, version: Version };
      },
      tasks: [
        fill(port.mediaServer, '1m', server),
        fill(port.mediaUsers, '15m', async (signal) => (await client.users(signal)).map(userOf)),
        fill(port.mediaLibraries, '15m', async (signal) => (await libraries(signal)).map(libraryOf)),
        fill(port.mediaSessions, '10s', sessions, { idle: '30s' }),
        fill(port.mediaDevices, '15m', async (signal) => devicesOf((await client.devices(signal)).Items)),
        fill(port.mediaJobs, '5m', jobs),
        itemsTask({ client, clock, libraries }),
        sweepTask({ client, libraries }),
      ],
      fragments: [serve(port.mediaServer, server), serve(port.mediaSessions, sessions), serve(port.mediaJobs, jobs)],
      actions: actionHandlers(client),
      webhook,
      image: async (name, signal) => client.image(imagePath(name), signal),
      signIn: signInWith(client, log, `sidelight-${id}`),
    };
  },
});
