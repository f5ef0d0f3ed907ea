/** What is read of either server, and how often. */
import * as port from '@sidelight/plugin-api';
import { fill, type Integration, type PluginContext, type SyncTask, serve, Type } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { gapsTask } from './gaps-task.js';
import { itemsTask } from './items-task.js';
import { librariesTask } from './libraries-task.js';
import { devicesOf, type LibraryChoice, serverOf, userOf, wantedLibraries } from './map.js';
import { jobsOf } from './map-jobs.js';
import { playing } from './playing.js';
import { sweepTask } from './sweep-task.js';

const names = (description: string) => Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description }));

/** Settings. */
export const libraryChoice = {
  libraries: names('Only these libraries, by name; default: all'),
  ignoreLibraries: names('Libraries to ignore, by name'),
};

export interface ReadsInput extends Pick<PluginContext<LibraryChoice>, 'config' | 'clock' | 'zone' | 'log'> {
  readonly client: Client;
  /** The name of a server that has none. */
  readonly title: string;
  /** In place of the scheduled tasks alone, where these tell of more. */
  readonly jobs?: SyncTask;
  /** What only one of the servers tells, before what takes long. */
  readonly besides?: readonly SyncTask[];
}

export function readsOf(input: ReadsInput): Required<Pick<Integration, 'tasks' | 'fragments'>> {
  const { client, title, besides = [], config, clock, zone, log } = input;
  const libraries = async (signal: AbortSignal) => wantedLibraries(await client.libraries(signal), config);
  const server = async (signal: AbortSignal) => [serverOf(await client.pinged(clock, signal), title)];
  const sessions = playing(client, log);
  const jobs = async (signal: AbortSignal) => jobsOf(await client.jobs(signal), clock.now(), zone);
  return {
    tasks: [
      fill(port.mediaServer, '1m', server),
      fill(port.mediaUsers, '15m', async (signal) => (await client.users(signal)).map(userOf)),
      librariesTask(libraries),
      fill(port.mediaSessions, '10s', sessions, { idle: '30s', listening: '1m' }),
      fill(port.mediaDevices, '15m', async (signal) => devicesOf((await client.devices(signal)).Items)),
      input.jobs ?? fill(port.mediaJobs, '5m', jobs),
      ...besides,
      itemsTask({ client, clock, libraries }),
      sweepTask({ client, libraries }),
      gapsTask({ client, clock }),
    ],
    fragments: [serve(port.mediaServer, server), serve(port.mediaSessions, sessions), serve(port.mediaJobs, jobs)],
  };
}
