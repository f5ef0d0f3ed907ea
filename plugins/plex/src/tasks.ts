/** What is read of the server, and how often. */
import * as port from '@sidelight/plugin-api';
import { fill, type Integration, type PluginContext, serve } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { gapsTask, historyTask } from './gaps-task.js';
import { itemsTask } from './items-task.js';
import { librariesTask } from './libraries-task.js';
import { devicesOf, type LibraryChoice, serverOf, usersOf, wantedLibraries } from './map.js';
import { jobsOf } from './map-jobs.js';
import { sessionsOf } from './map-sessions.js';
import { sweepTask } from './sweep-task.js';

/** Enough to tell of each user and device what they did last. */
const LAST_VIEWS = 500;

export interface ReadsInput
  extends Pick<PluginContext<LibraryChoice & { readonly history: boolean }>, 'config' | 'clock'> {
  readonly client: Client;
}

export function readsOf({ client, config, clock }: ReadsInput): Required<Pick<Integration, 'tasks' | 'fragments'>> {
  const libraries = async (signal: AbortSignal) => wantedLibraries(await client.sections(signal), config);
  const last = async (signal: AbortSignal) => (await client.lastViews(LAST_VIEWS, signal)).rows;
  const server = async (signal: AbortSignal) => [serverOf(await client.pinged(clock, signal))];
  const users = async (signal: AbortSignal) => usersOf(await client.accounts(signal), await last(signal));
  const sessions = async (signal: AbortSignal) => sessionsOf(await client.sessions(signal));
  const devices = async (signal: AbortSignal) =>
    devicesOf(await client.devices(signal), await client.accounts(signal), await last(signal));
  const jobs = async (signal: AbortSignal) => jobsOf(await client.jobs(signal), await client.activities(signal));
  return {
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
  };
}
