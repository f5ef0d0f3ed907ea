/** The words of the key page. */
import type { ActionFamily } from '@sidelight/plugin-api';
import type { KeyScope } from '../../keys/api-key.js';
import type { Viewers } from '../../settings/privacy.js';

export interface ScopeText {
  readonly scope: KeyScope;
  readonly text: string;
}

/** What a key of each scope may do. */
export const SCOPE_TEXTS: readonly ScopeText[] = [
  { scope: 'widgets-only', text: 'Read widgets. Enough for most dashboards.' },
  {
    scope: 'widgets-write',
    text: 'Also run widget actions: pause downloads, stop plays, decide on requests. For dashboards with buttons.',
  },
  { scope: 'metrics', text: 'Read /metrics and nothing else. For Prometheus.' },
  {
    scope: 'full',
    text: 'Use all of /api and read /metrics. For your own scripts, not for dashboards.',
  },
];

/** What a key may be given beyond its scope. */
export const FAMILY_TEXTS: readonly { readonly family: ActionFamily; readonly text: string }[] = [
  { family: 'release', text: 'Remove, grab and search releases, test indexers' },
  { family: 'invite', text: 'Create and revoke invitations' },
  { family: 'feed', text: 'Run actions on announced releases' },
  { family: 'transcode', text: 'Control transcoding' },
  { family: 'cleanup', text: 'Control library cleanup' },
  { family: 'jobs', text: 'Start and stop tasks' },
  { family: 'digest', text: 'Snooze what needs attention' },
];

/** How people are shown in what a key reads. */
export const VIEWER_TEXTS: readonly (readonly [value: Viewers, text: string])[] = [
  ['names', 'By name'],
  ['initials', 'By initials'],
  ['none', 'Hidden: everyone is “Somebody”'],
];

/**
 * A command that fetches a widget, ready to be pasted into a shell.
 * @param path below the base URL
 */
export const curlWith = (key: string, baseUrl: string, path: string): string =>
  `curl -H 'x-api-token: ${key}' ${address(baseUrl + path)}`;

/** For a key that is not known here: the shell puts it in. */
export const curlWithVariable = (baseUrl: string, path: string): string =>
  `curl -H "x-api-token: $SIDELIGHT_KEY" ${address(baseUrl + path)}`;

/** The brackets of an IPv6 address mean something to a shell. */
const address = (url: string): string => (/[[\]]/.test(url) ? `-g '${url}'` : url);

/** What a form of the key page came to, as its address says it and as it is told. */
interface Told {
  readonly isDone: boolean;
  readonly text: string;
}

export const OUTCOMES = {
  revoked: { isDone: true, text: 'The key was revoked and no longer works.' },
  scope: { isDone: true, text: 'The scope was changed. It applies from the next request on.' },
  gone: { isDone: false, text: 'Nothing was changed: that key was already revoked.' },
  declared: { isDone: false, text: 'Nothing was changed: that key is declared in the config. Change it there.' },
} as const satisfies Record<string, Told>;

export type Outcome = keyof typeof OUTCOMES;

export const isOutcome = (text: string): text is Outcome => Object.hasOwn(OUTCOMES, text);
