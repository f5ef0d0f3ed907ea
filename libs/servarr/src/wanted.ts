/** How much a manager still looks for. */
import { fill, releaseWanted, type SyncTask, Type } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import type { Title } from './library.js';
import type { ReleaseType } from './release.js';

const Total = Type.Object({ totalRecords: Type.Integer() });
/** Of the lists only their length is wanted. */
const LENGTH = { page: 1, pageSize: 1, monitored: true };

interface Wanted {
  readonly type: ReleaseType;
  readonly client: Pick<Client, 'get'>;
  /** How many that the list of missing ones has cannot be had yet. */
  readonly notYet?: (signal: AbortSignal) => Promise<number>;
}

export const wantedTask = ({ type, client, notYet }: Wanted): SyncTask =>
  fill(releaseWanted, '30m', async (signal) => {
    const lengthOf = async (list: string) => (await client.get(Total, `/wanted/${list}`, signal, LENGTH)).totalRecords;
    const missing = await lengthOf('missing');
    const cutoff = await lengthOf('cutoff');
    const early = notYet === undefined ? 0 : await notYet(signal);
    return [{ type, missing: Math.max(0, missing - early), cutoff, notYet: notYet && early }];
  });

/** Monitored titles without a file that miss nothing: their time has not come. */
export const countNotYet = (titles: readonly Title[]): number =>
  titles.filter(({ monitored, hasFile, missing }) => monitored && !hasFile && missing === 0).length;
