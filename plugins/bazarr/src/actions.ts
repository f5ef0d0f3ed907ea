/** What can be asked of Bazarr without waiting for it: a search for one title would hold the answer up for ten seconds. */
import { type ActionHandler, jobRun, on, subtitlesReset } from '@sidelight/plugin-api';
import type { Client } from './client.js';

export function actionsOf(client: Pick<Client, 'tasks' | 'runTask' | 'resetProviders'>): readonly ActionHandler[] {
  const taskOf = async (id: string, signal: AbortSignal) =>
    (await client.tasks(signal)).find(({ job_id }) => job_id === id);

  return [
    on(jobRun, ({ id }, signal) => client.runTask(id, signal), {
      ids: /^\w+$/,
      find: async (id, signal) => (await taskOf(id, signal)) !== undefined,
      refuses: async ({ id }, signal) =>
        (await taskOf(id, signal))?.job_running === true ? 'It is running already' : undefined,
    }),
    on(subtitlesReset, (_, signal) => client.resetProviders(signal), { ids: /^all$/ }),
  ];
}
