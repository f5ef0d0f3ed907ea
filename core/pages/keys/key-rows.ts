/** Keys as the key page lists them. Pure. */
import type { ApiKey, KeyScope } from '../../keys/api-key.js';
import { privacyText } from '../../settings/privacy.js';
import { type Clockwork, comingMoment, type Moment, pastMoment } from '../moment.js';

export interface KeyRow {
  readonly id: string;
  readonly name: string;
  /** '' where the config has only the hash. */
  readonly prefix: string;
  readonly scope: KeyScope;
  readonly declared: boolean;
  readonly created: Moment | null;
  readonly lastUsed: Moment | null;
  readonly from: string | null;
  readonly count: number;
  readonly expiry: Expiry | null;
  readonly limits: readonly Limit[];
}

export interface Expiry extends Moment {
  readonly isOver: boolean;
}

/** `list`: what is too long for the text. */
export interface Limit {
  readonly text: string;
  readonly list: readonly string[];
}

/** When a key was last used, for the script of the page. */
export interface KeyUse {
  readonly id: string;
  readonly lastUsedAt: string | null;
  /** "2 h ago" */
  readonly label: string;
  /** The whole time. */
  readonly title: string;
  readonly from: string | null;
  readonly count: number;
}

export function keyRow(key: ApiKey, clock: Clockwork): KeyRow {
  const { id, name, prefix, scope, declared, lastUsedFrom, useCount } = key;
  return {
    ...{ id, name, prefix, scope, declared },
    created: key.createdAt === null ? null : pastMoment(key.createdAt, clock),
    lastUsed: key.lastUsedAt === null ? null : pastMoment(key.lastUsedAt, clock),
    from: lastUsedFrom,
    count: useCount,
    expiry: key.expiresAt === null ? null : expiryMoment(key.expiresAt, clock),
    limits: limitsOf(key),
  };
}

export function keyUse(key: ApiKey, clock: Clockwork): KeyUse {
  const used = key.lastUsedAt === null ? null : pastMoment(key.lastUsedAt, clock);
  return {
    id: key.id,
    lastUsedAt: key.lastUsedAt,
    label: used?.text ?? 'never',
    title: used?.title ?? '',
    from: key.lastUsedFrom,
    count: key.useCount,
  };
}

export function expiryMoment(iso: string, clock: Clockwork): Expiry {
  const isOver = Date.parse(iso) <= clock.now.getTime();
  return { ...(isOver ? pastMoment(iso, clock) : comingMoment(iso, clock)), isOver };
}

/** How many names a line takes. */
const FEW = 2;

function limitsOf({ widgets, actions, networks, perMinute, privacy }: ApiKey): readonly Limit[] {
  return [
    ...(widgets === null ? [] : [listed(widgets, 'widgets')]),
    ...(actions === null ? [] : [{ text: `actions: ${actions.join(', ')}`, list: [] }]),
    ...(networks === null ? [] : [listed(networks, 'networks')]),
    ...(privacy === null ? [] : privacyText(privacy).map((text) => ({ text, list: [] }))),
    ...(perMinute === null ? [] : [{ text: perMinute === 0 ? 'no rate limit' : `${perMinute} a minute`, list: [] }]),
  ];
}

const listed = (names: readonly string[], what: string): Limit =>
  names.length <= FEW ? { text: names.join(', '), list: [] } : { text: `${names.length} ${what}`, list: names };
