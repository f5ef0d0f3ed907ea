/** From Prowlarr's answers to port items. Pure. */
import type { ItemIn, opsHealth } from '@sidelight/plugin-api';
import { isoTime } from '@sidelight/servarr';
import type { IndexerStatus } from './upstream.js';

type Row = ItemIn<typeof opsHealth>;

/** Checks that only list the indexers that fail. */
const LISTS_INDEXERS = new Set(['IndexerStatusCheck', 'IndexerLongTermStatusCheck']);

/** Still kept off: a pause that has ended is none. */
export const isFailing = ({ disabledTill }: IndexerStatus, now: Date): boolean =>
  !disabledTill || Date.parse(disabledTill) > now.getTime();

/** The indexers that fail, each by its name, instead of the checks that list them. */
export const withIndexers = (checks: readonly Row[], indexers: readonly Row[]): readonly Row[] =>
  indexers.length === 0 ? checks : [...checks.filter(({ id }) => !LISTS_INDEXERS.has(id)), ...indexers];

export const indexerRow = (status: IndexerStatus, name: string, now: Date, zone: string): Row => ({
  id: `indexer-${status.indexerId}`,
  name,
  type: 'Indexer',
  ok: false,
  refused: false,
  message: status.disabledTill ? `fails, and is left alone until ${clockTime(status.disabledTill, zone)}` : 'fails',
  checkedAt: now.toISOString(),
  failingSince: status.initialFailure ? isoTime(status.initialFailure) : undefined,
});

/** "22 Aug, 12:00" */
const clockTime = (time: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(time));
