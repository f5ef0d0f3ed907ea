/** What a key is: what it may do, how often and for how long. */
import { ACTION_FAMILIES, type ActionFamily } from '@sidelight/plugin-api';
import { CodedError } from '../ground/errors.js';
import type { Privacy } from '../settings/privacy.js';
import type { Budget } from './budget.js';

export const SCOPES = ['widgets-only', 'widgets-write', 'metrics', 'full'] as const;
/** `widgets-only` reads widgets, `widgets-write` also acts through them, `metrics` reads /metrics alone, `full` may use all of /api. */
export type KeyScope = (typeof SCOPES)[number];

/** Which scopes of routes each scope of a key covers. */
const COVERS: Readonly<Record<KeyScope, readonly KeyScope[]>> = {
  'widgets-only': ['widgets-only'],
  'widgets-write': ['widgets-only', 'widgets-write'],
  metrics: ['metrics'],
  full: SCOPES,
};

export interface Grant {
  readonly scope: KeyScope;
  /** Ids of the only widgets that the key is for; null: all of them. */
  readonly widgets: readonly string[] | null;
  /** Families and ids of actions that it may ask for beyond what its scope has. */
  readonly actions?: readonly string[] | null;
}

export interface Guarded {
  /** The least scope that covers the route. */
  readonly scope: KeyScope;
  /** The widget that the route reads or acts through; null for the catalog; not given for a route of no widget. */
  readonly widget?: string | null;
  /** The key may come as the password of Basic: for programs that can send nothing else. */
  readonly basic?: boolean;
  /** Of an action that belongs to a family. */
  readonly action?: { readonly id: string; readonly family: ActionFamily };
}

export const isScope = (text: string): text is KeyScope => (SCOPES as readonly string[]).includes(text);

/** A list of widgets narrows every scope, and what a key was given beyond it, to these and the catalog. */
export function may(key: Grant, route: Guarded, method: string): boolean {
  if (!isGiven(key, route) && !covers(key.scope, route.scope, method)) return false;
  if (key.widgets === null || route.widget === null) return true;
  return route.widget !== undefined && key.widgets.includes(route.widget);
}

function covers(scope: KeyScope, wanted: KeyScope, method: string): boolean {
  const reading = method === 'GET' || method === 'HEAD';
  return (reading || scope !== 'widgets-only') && COVERS[scope].includes(wanted);
}

const isGiven = ({ actions }: Grant, { action }: Guarded): boolean =>
  action !== undefined && (actions ?? []).some((name) => name === action.family || name === action.id);

/**
 * The names of families and actions as they are written, checked.
 * @throws usage
 */
export function checkActions(names: readonly string[]): void {
  const odd = names.find((name) => !isFamily(name) && !/^[a-z][\w-]*\.[\w.-]+$/i.test(name));
  if (odd === undefined) return;
  const families = ACTION_FAMILIES.join(', ');
  throw new CodedError('usage', `"${odd}" is not an action: choose one of ${families}, or give the id of an action`);
}

const isFamily = (name: string): boolean => (ACTION_FAMILIES as readonly string[]).includes(name);

/** What is known of a key, except the key. Times are ISO. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  /** The first characters of the key; '' where the config has its hash only, or a key that is not of our making. */
  readonly prefix: string;
  readonly scope: KeyScope;
  /** Ids of the only widgets that it is for; null: all. */
  readonly widgets: readonly string[] | null;
  /** Families and ids of actions that it may ask for beyond what its scope has; null: none. */
  readonly actions: readonly string[] | null;
  /** The only networks (CIDR) that it may be used from; null: any. */
  readonly networks: readonly string[] | null;
  /** Requests a minute; 0: no limit; null: the default. */
  readonly perMinute: number | null;
  /** What it need not know; null: it may know everything. */
  readonly privacy: Privacy | null;
  readonly expiresAt: string | null;
  readonly createdAt: string | null;
  readonly lastUsedAt: string | null;
  readonly lastUsedFrom: string | null;
  readonly useCount: number;
  /** Stands in the YAML: cannot be changed here. */
  readonly declared: boolean;
}

/** A key as it is verified: the hash is all that is kept of its text. */
export interface StoredKey extends ApiKey {
  /** SHA-256, hex. */
  readonly hash: string;
}

export interface NewKey {
  readonly name: string;
  readonly scope?: KeyScope;
  readonly widgets?: readonly string[];
  readonly actions?: readonly string[];
  readonly networks?: readonly string[];
  readonly perMinute?: number;
  readonly privacy?: Privacy | null;
  readonly expiresAt?: string;
}

const DEFAULT_PER_MINUTE = 600;

/** A fifth of a minute's worth may come at once: twenty tiles in three tabs start together. */
export function budgetOf(key: Pick<ApiKey, 'perMinute'>): Budget | null {
  const perMinute = key.perMinute ?? DEFAULT_PER_MINUTE;
  return perMinute === 0 ? null : { perMinute, burst: Math.max(1, Math.floor(perMinute / 5)) };
}

const DAY = 86_400_000;

/**
 * The end of a key's life as ISO time: `90d` from now on, or a date.
 * @throws usage
 */
export function expiryOf(text: string, now: Date): string {
  const days = /^(\d{1,5})d$/.exec(text.trim())?.[1];
  const at = days === undefined ? Date.parse(text) : now.getTime() + Number(days) * DAY;
  if (Number.isNaN(at))
    throw new CodedError('usage', `"${text}" is not an expiry: write 90d, or a date such as 2027-12-31`);
  return new Date(at).toISOString();
}
