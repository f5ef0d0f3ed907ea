/** What a manager itself finds wrong, and its disks. */
import { fill, type ItemIn, opsHealth, type SyncTask, serverDisks } from '@sidelight/plugin-api';
import type { Client } from './client.js';
import { withoutFolders } from './sentences.js';
import type { Disks, HealthChecks } from './upstream.js';

export type HealthRow = ItemIn<typeof opsHealth>;
type Check = HealthChecks[number];

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

/**
 * Its warnings and errors; a notice of a new version is neither. Of a check that lists the indexers that fail each is a row.
 * @param told names of indexers that have a row already
 */
export const healthRows = (
  checks: HealthChecks,
  watcher: Watcher,
  told: readonly string[] = [],
): readonly HealthRow[] =>
  withOwnIds(
    checks
      .filter((check) => ALARMING.has(check.type))
      .flatMap((check) => {
        const list = listOfIndexers(check);
        if (list === undefined) return [checkRow(check, watcher)];
        return namesIn(list, told).map((name) => namedRow(check, name, watcher));
      }),
  );

const severityOf = ({ type }: Check): HealthRow['severity'] => (type === 'error' ? 'error' : 'warn');

const checkRow = (check: Check, { id, now }: Watcher): HealthRow => ({
  id: check.source,
  name: id,
  type: wordsOf(check.source),
  ok: false,
  refused: false,
  severity: severityOf(check),
  message: withoutFolders(check.message),
  checkedAt: now.toISOString(),
});

const namedRow = (check: Check, name: string, watcher: Watcher): HealthRow => ({
  ...checkRow(check, watcher),
  id: `${check.source}-${name}`,
  name,
  type: 'Indexer',
  about: aboutIndexer(name),
  message: check.source === 'IndexerLongTermStatusCheck' ? 'has failed for more than 6 hours' : 'fails',
});

/** Checks that only list the indexers that fail. */
const LISTS_INDEXERS = new Set(['IndexerStatusCheck', 'IndexerLongTermStatusCheck']);

/** "One, Two" of "Indexers unavailable due to failures: One, Two", in whatever language; a check of all of them names none. */
const listOfIndexers = ({ source, message }: Check): string | undefined =>
  LISTS_INDEXERS.has(source) ? /[:：]\s*(\S.*)$/s.exec(message)?.[1] : undefined;

/** Those that are not told yet. These are taken out first, as a name may hold a comma. */
const namesIn = (list: string, told: readonly string[]): readonly string[] =>
  told
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replace(name, ''), list)
    .split(/,\s*/)
    .filter((name) => name.trim() !== '');

/** Managers call what Prowlarr gave them "One (Prowlarr)". */
export const aboutIndexer = (name: string): string =>
  `indexer ${name
    .replace(/ \(Prowlarr\)$/i, '')
    .trim()
    .toLowerCase()}`;

/** A check may say several things: the second is "…-2". */
const withOwnIds = (rows: readonly HealthRow[]): readonly HealthRow[] =>
  rows.map((row, index) => {
    const before = rows.slice(0, index).filter(({ id }) => id === row.id).length;
    return before === 0 ? row : { ...row, id: `${row.id}-${before + 1}` };
  });

/** "IndexerStatusCheck" → "Indexer Status" */
const wordsOf = (source: string): string => source.replace(/Check$/, '').replace(/([a-z])([A-Z])/g, '$1 $2');

export const diskRows = (disks: Disks): readonly ItemIn<typeof serverDisks>[] =>
  disks.map(({ path, label, freeSpace, totalSpace }) => ({
    path,
    label: label || undefined,
    freeBytes: freeSpace,
    totalBytes: totalSpace,
  }));
