/** From autobrr's answers to port items. Pure. */
import type { feedCounts, feedHits, ItemIn, opsHealth, serviceJobs } from '@sidelight/plugin-api';
import { withoutAddresses } from './reason.js';
import type { Feed, Network, Push, Release, Stats } from './upstream.js';

export type Hit = ItemIn<typeof feedHits>;
type Status = Hit['status'];

const MINUTE_MS = 60_000;
/** What has not come to an end by then was broken off. */
export const PENDING_MS = 60 * MINUTE_MS;

const STATUSES: Readonly<Record<string, Status>> = {
  PUSH_APPROVED: 'approved',
  PUSH_REJECTED: 'rejected',
  PUSH_ERROR: 'error',
  PENDING: 'pending',
};

/** Of the second that it is in, whatever the server's zone. */
export const timeOf = ({ timestamp }: Pick<Release, 'timestamp'>): number =>
  Math.floor(Date.parse(timestamp) / 1000) * 1000;

/** Its number alone may have been another release's, and may be again. */
export const hitId = (release: Pick<Release, 'id' | 'timestamp'>): string => `${release.id}@${timeOf(release) / 1000}`;

export function toHit(release: Release, now: Date): Hit {
  const pushes = latestPushes(release);
  const statuses = pushes.map((push) => statusOf(push, release, now));
  return {
    id: hitId(release),
    name: release.name,
    filter: release.filter,
    indexer: release.indexer.name || release.indexer.identifier,
    actions: pushes.map((push, index) => ({
      id: actionId(push),
      name: push.action,
      type: push.type.toLowerCase(),
      status: statuses[index] ?? 'unknown',
      ...reasonOf(push),
    })),
    status: ORDER.find((status) => statuses.includes(status)) ?? 'unknown',
    sizeBytes: release.size || undefined,
    at: new Date(timeOf(release)).toISOString(),
  };
}

/** What speaks for the release as a whole: one that took it is enough. */
const ORDER: readonly Status[] = ['approved', 'error', 'rejected', 'pending', 'unknown'];

/** Of a filter's action, whichever try it is. */
export const actionId = ({ filter_id, action_id }: Push): string => `${filter_id}-${action_id}`;

/** The last try of each action, in the order of the first ones. */
export function latestPushes({ action_status }: Pick<Release, 'action_status'>): readonly Push[] {
  const latest = new Map<string, Push>();
  for (const push of (action_status ?? []).toSorted((a, b) => a.id - b.id)) latest.set(actionId(push), push);
  return [...latest.values()];
}

/** By the time of the release: with PostgreSQL those of its actions are wrong by the server's zone. */
export function statusOf({ status }: Push, release: Pick<Release, 'timestamp'>, now: Date): Status {
  const told = STATUSES[status] ?? 'unknown';
  return told === 'pending' && now.getTime() - timeOf(release) > PENDING_MS ? 'unknown' : told;
}

const reasonOf = ({ rejections }: Push) =>
  rejections && rejections.length > 0 ? { reason: withoutAddresses(rejections.join('; ')) } : {};

export const toCounts = (stats: Stats): ItemIn<typeof feedCounts> => ({
  total: stats.total_count,
  approved: stats.push_approved_count,
  rejected: stats.push_rejected_count,
  errored: stats.push_error_count,
});

type HealthRow = ItemIn<typeof opsHealth>;

/** Channels are joined one after another; it calls none of it healthy meanwhile. */
const JOINING_MS = MINUTE_MS;

/** Of networks that are switched on: those that nothing is heard of, in whole or in part. */
export const networkRows = (networks: readonly Network[], now: Date): readonly HealthRow[] =>
  networks.flatMap((network): readonly HealthRow[] => {
    const message = network.enabled ? silenceOf(network, now) : undefined;
    return message === undefined ? [] : [alarm(`irc-${network.id}`, network.name, 'IRC network', message, now)];
  });

function silenceOf({ connected, connected_since, channels }: Network, now: Date): string | undefined {
  if (connected !== true) return 'not connected';
  if (now.getTime() - (known(connected_since) ?? 0) < JOINING_MS) return undefined;
  const missing = (channels ?? []).filter(({ enabled, monitoring }) => enabled && !monitoring);
  return missing.length === 0 ? undefined : `not in ${missing.map(({ name }) => name).join(', ')}`;
}

/** So many runs that did not come are no chance; nor is an hour without one. */
const MISSED_RUNS = 3;

/** Of feeds that are switched on: those that have not run for a while. A run that fails leaves the time as it was. */
export const feedRows = (feeds: readonly Feed[], now: Date): readonly HealthRow[] =>
  feeds.flatMap(({ id, name, enabled, interval, last_run, created_at }): readonly HealthRow[] => {
    const ran = known(last_run);
    const since = ran ?? known(created_at);
    const patienceMs = Math.max(60, MISSED_RUNS * (interval ?? 0)) * MINUTE_MS;
    if (!enabled || since === undefined || now.getTime() - since <= patienceMs) return [];
    return [alarm(`feed-${id}`, name, 'Feed', ran === undefined ? 'has never run' : 'does not run any more', now)];
  });

const alarm = (id: string, name: string, type: string, message: string, now: Date): HealthRow => ({
  id,
  name,
  type,
  about: `${type} ${name}`.toLowerCase(),
  ok: false,
  refused: false,
  severity: 'warn',
  message,
  checkedAt: now.toISOString(),
});

export const feedJobs = (feeds: readonly Feed[]): readonly ItemIn<typeof serviceJobs>[] =>
  feeds
    .filter(({ enabled }) => enabled)
    .map(({ id, name, last_run, next_run }) => ({
      id: `feed-${id}`,
      name: `Feed ${name}`,
      lastAt: isoOf(known(last_run)),
      nextAt: isoOf(known(next_run)),
    }));

/** Epoch milliseconds; the year 1 stands for "never". */
function known(time: string | null | undefined): number | undefined {
  const ms = Date.parse(time ?? '');
  return ms > 0 ? ms : undefined;
}

const isoOf = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();
