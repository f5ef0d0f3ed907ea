import * as port from '@sidelight/plugin-api';
import { definePlugin, fill, Secret, serve, Type } from '@sidelight/plugin-api';
import { actionHandlers } from './actions.js';
import { createClient } from './client.js';
import { gapsTask, historyTask } from './gaps-task.js';
import { itemsTask } from './items-task.js';
import { librariesTask } from './libraries-task.js';
import { devicesOf, serverOf, usersOf, wantedLibraries } from './map.js';
import { jobsOf } from './map-jobs.js';
import { sessionsOf } from './map-sessions.js';
import { imagePath } from './map-work.js';
import { listenTo } from './socket.js';
import { sweepTask } from './sweep-task.js';
import { webhook } from './webhook.js';

const names = (description: string) => Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description }));
/** Enough to tell of each user and device what they did last. */
const LAST_VIEWS = 500;

export default definePlugin({
  id: 'plex',
  title: 'Plex',
  defaultPort: 32400,
  webPath: '/web',
  recognise: { get: '/identity', is: ({ data }) => /machineIdentifier/.test(JSON.stringify(data)) },
  config: Type.Object({
    token: Secret(
      'The X-Plex-Token of the owner: in Plex Web, Get Info of a title > View XML, at the end of the address',
    ),
    libraries: names('Only these libraries, by name; all of them when left out'),
    ignoreLibraries: names('Not these libraries, by name'),
    history: Type.Boolean({
      default: false,
      description: 'Take what was seen before Sidelight was there from Plex, too. Not beside an import of Tautulli',
    }),
  }),
  create({ http, config, clock }) {
    const client = createClient(http, config.token);
    const libraries = async (signal: AbortSignal) => wantedLibraries(await client.sections(signal), config);
    const last = async (signal: AbortSignal) => (await client.lastViews(LAST_VIEWS, signal)).rows;
    const server = async (signal: AbortSignal) => [serverOf(await client.pinged(clock, signal))];
    const users = async (signal: AbortSignal) => usersOf(await client.accounts(signal), await last(signal));
    const sessions = async (signal: AbortSignal) => sessionsOf(await client.sessions(signal));
    const devices = async (signal: AbortSignal) =>
      devicesOf(await client.devices(signal), await client.accounts(signal), await last(signal));
    const jobs = async (signal: AbortSignal) => jobsOf(await client.jobs(signal), await client.activities(signal));
    return {
      check: client.check,
      tasks: [
        fill(port.mediaServer, '1m', server),
        fill(port.mediaUsers, '15m', users),
        librariesTask(client, libraries),
        fill(port.mediaSessions, '10s', sessions, { idle: '30s', listening: '30s' }),
        fill(port.mediaDevices, '15m', devices),
        fill(port.mediaJobs, '5m', jobs),
        itemsTask({ client, clock, libraries }),
        sweepTask({ client, libraries }),
        gapsTask({ client, clock }),
        ...(config.history ? [historyTask({ client, clock })] : []),
      ],
      fragments: [serve(port.mediaServer, server), serve(port.mediaSessions, sessions), serve(port.mediaJobs, jobs)],
      actions: actionHandlers(client),
      webhook,
      listen: listenTo({ http, clock, headers: client.headers }),
      image: async (name, signal) => client.image(imagePath(name), signal),
    };
  },
});
