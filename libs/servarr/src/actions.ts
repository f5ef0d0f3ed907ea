/** What can be done with a release in a manager's queue. */
import { type ActionHandler, fail, on, releaseGrab, releaseRemove, releaseSearch } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { isDelayed, rowIdOf } from './queue.js';
import type { QueueRecord } from './upstream.js';

/** Whatever a download client calls its downloads: some make their ids of the names of files. */
const IDS = /[^\p{C}]+/u;

interface ActionsInput<R extends QueueRecord> {
  readonly client: Pick<Client, 'send'> & { queue(signal: AbortSignal): Promise<readonly R[]> };
  /** The command that looks for the same again; undefined while the manager does not know what the release is. */
  search(records: readonly NoInfer<R>[]): Readonly<Record<string, unknown>> | undefined;
}

export function queueActions<R extends QueueRecord>({ client, search }: ActionsInput<R>): readonly ActionHandler[] {
  /** The numbers of records do not last, so they are looked up each time. */
  async function recordsOf(id: string, signal: AbortSignal): Promise<readonly [R, ...R[]]> {
    const [first, ...others] = (await client.queue(signal)).filter((record) => rowIdOf(record) === id);
    if (first === undefined) throw fail('not_found', 'this release is no longer in the queue');
    return [first, ...others];
  }

  return [
    // Any of its records stands for the whole download.
    on(
      releaseRemove,
      async ({ id, fromClient, blocklist, search: again }, signal) => {
        const [{ id: record }] = await recordsOf(id, signal);
        const query = { removeFromClient: fromClient, blocklist, skipRedownload: !again };
        await client.send('DELETE', `/queue/${record}`, undefined, { query, signal });
      },
      { ids: IDS },
    ),
    on(
      releaseGrab,
      async ({ id }, signal) => {
        const [record] = await recordsOf(id, signal);
        if (!isDelayed(record)) throw fail('refused', 'this release is not delayed, so there is nothing to grab');
        await client.send('POST', `/queue/grab/${record.id}`, {}, { signal });
      },
      { ids: IDS },
    ),
    on(
      releaseSearch,
      async ({ id }, signal) => {
        const command = search(await recordsOf(id, signal));
        if (command === undefined) {
          throw fail('refused', 'the manager does not know what this release is: match it there first');
        }
        await client.send('POST', '/command', command, { signal });
      },
      { ids: IDS },
    ),
  ];
}

/** The numbers that records have, each once; undefined: they have none. */
export function idsIn(ids: readonly (number | null | undefined)[]): readonly number[] | undefined {
  const known = [...new Set(ids.filter((id) => typeof id === 'number'))];
  return known.length === 0 ? undefined : known;
}
