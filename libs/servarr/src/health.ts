/** What a manager itself finds wrong, and its disks. */
import { fill, type ItemIn, opsHealth, type SyncTask, serverDisks } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import type { Disks, HealthChecks } from './upstream.js';

interface Context {
  readonly id: string;
  readonly clock: { now(): Date };
}

export const healthTask = (client: Pick<Client, 'health'>, { id, clock }: Context): SyncTask =>
  fill(opsHealth, '5m', async (signal) => healthRows(await client.health(signal), { id, now: clock.now() }));

export const disksTask = (client: Pick<Client, 'disks'>): SyncTask =>
  fill(serverDisks, '15m', async (signal) => diskRows(await client.disks(signal)));

const ALARMING = new Set(['warning', 'error']);

export interface Watcher {
  /** The integration's id: what the manager is called in the config. */
  readonly id: string;
  readonly now: Date;
}

/** Its warnings and errors; a notice of a new version is neither. */
export const healthRows = (checks: HealthChecks, { id, now }: Watcher): readonly ItemIn<typeof opsHealth>[] =>
  checks
    .filter((check) => ALARMING.has(check.type))
    .map((check, index, all) => ({
      id: `${check.source}${ordinal(all.slice(0, index).filter((other) => other.source === check.source).length)}`,
      name: id,
      type: wordsOf(check.source),
      ok: false,
      refused: false,
      message: check.message,
      checkedAt: now.toISOString(),
    }));

const ordinal = (before: number): string => (before === 0 ? '' : `-${before + 1}`);

/** "IndexerStatusCheck" → "Indexer Status" */
const wordsOf = (source: string): string => source.replace(/Check$/, '').replace(/([a-z])([A-Z])/g, '$1 $2');

export const diskRows = (disks: Disks): readonly ItemIn<typeof serverDisks>[] =>
  disks.map(({ path, label, freeSpace, totalSpace }) => ({
    path,
    label: label || undefined,
    freeBytes: freeSpace,
    totalBytes: totalSpace,
  }));
