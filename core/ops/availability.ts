/** What is known of an integration's upstream, and the row of `ops.health` that says it. Pure. */
import type { ErrorCode, ItemOf, opsHealth } from '@sidelight/plugin-api';

export type HealthRow = ItemOf<typeof opsHealth>;

export interface Availability {
  /** unknown: not asked yet. refused: it takes no credentials of ours. */
  readonly state: 'unknown' | 'up' | 'down' | 'refused';
  readonly code?: ErrorCode;
  /** The last error, redacted. */
  readonly message?: string;
  /** The same without what to look at in the config, for those who cannot. In memory only. */
  readonly fact?: string;
  /** When the state began, ISO. */
  readonly since?: string;
  /** The last time that the upstream was asked anything, ISO. */
  readonly checkedAt?: string;
  /** As the last successful check told. */
  readonly name?: string;
  readonly version?: string;
}

/** Its name is the upstream's own, once known. @param type the plugin's title */
export function healthRow(id: string, type: string, availability: Availability): HealthRow {
  const { state, name, message, code, version, checkedAt, since } = availability;
  return {
    id,
    name: name ?? id,
    type,
    ok: state === 'up',
    refused: state === 'refused',
    message: message ?? '',
    ...(code === undefined ? {} : { code }),
    ...(version === undefined ? {} : { version }),
    ...(checkedAt === undefined ? {} : { checkedAt }),
    ...(since === undefined ? {} : { since }),
    ...(state === 'up' || since === undefined ? {} : { failingSince: since }),
  };
}

/** undefined: there is no row yet. */
export function availabilityOf(row: HealthRow | undefined): Availability {
  if (row?.checkedAt === undefined) return { state: 'unknown' };
  const { id, ok, refused, name, message, code, version, checkedAt } = row;
  const since = row.since ?? row.failingSince;
  return {
    state: ok ? 'up' : refused ? 'refused' : 'down',
    checkedAt,
    ...(code === undefined ? {} : { code }),
    ...(name === id ? {} : { name }),
    ...(version === undefined ? {} : { version }),
    ...(message === '' ? {} : { message }),
    ...(since === undefined ? {} : { since }),
  };
}

/** Whether a check told something else than the one before, beside that it was made later. */
export const isNews = (before: HealthRow | undefined, after: HealthRow): boolean =>
  before === undefined || JSON.stringify({ ...before, checkedAt: '' }) !== JSON.stringify({ ...after, checkedAt: '' });
