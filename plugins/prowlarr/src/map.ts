/** From Prowlarr's answers to port items. Pure. */
import type { ItemIn, indexerList } from '@sidelight/plugin-api';
import { aboutIndexer, type HealthRow, isoTime } from '@sidelight/servarr';
import type { Indexer, IndexerStat, IndexerStatus } from './upstream.js';

/** Still kept off: a pause that has ended is none. */
export const isFailing = ({ disabledTill }: IndexerStatus, now: Date): boolean =>
  !disabledTill || Date.parse(disabledTill) > now.getTime();

export const indexerRow = (status: IndexerStatus, name: string, now: Date, zone: string): HealthRow => ({
  id: `indexer-${status.indexerId}`,
  name,
  type: 'Indexer',
  about: aboutIndexer(name),
  ok: false,
  refused: false,
  severity: 'warn',
  message: status.disabledTill ? `fails, and is left alone until ${clockTime(status.disabledTill, zone)}` : 'fails',
  checkedAt: now.toISOString(),
  failingSince: status.initialFailure ? isoTime(status.initialFailure) : undefined,
});

/** @param failing those that are left alone now */
export function indexerRows(
  indexers: readonly Indexer[],
  failing: readonly IndexerStatus[],
  stats: readonly IndexerStat[],
): readonly ItemIn<typeof indexerList>[] {
  const pauses = new Map(failing.map((status) => [status.indexerId, status]));
  const counts = new Map(stats.map((stat) => [stat.indexerId, stat]));
  return indexers.map(({ id, name, enable }) => {
    const pause = enable ? pauses.get(id) : undefined;
    return {
      id: String(id),
      name,
      enabled: enable,
      ok: enable && pause === undefined,
      ...countsOf(counts.get(id)),
      since: pause?.initialFailure ? isoTime(pause.initialFailure) : undefined,
      until: pause?.disabledTill ? isoTime(pause.disabledTill) : undefined,
    };
  });
}

/** Of one that was never asked there are none. */
const countsOf = (stat: IndexerStat | undefined) => ({
  queries: stat === undefined ? 0 : stat.numberOfQueries + stat.numberOfRssQueries + stat.numberOfAuthQueries,
  grabs: stat?.numberOfGrabs ?? 0,
  failed:
    stat === undefined
      ? 0
      : stat.numberOfFailedQueries +
        stat.numberOfFailedRssQueries +
        stat.numberOfFailedAuthQueries +
        stat.numberOfFailedGrabs,
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
